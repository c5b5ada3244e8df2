/* The elements of index.html. */

/** Returns the element of this id, which index.html has. */
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element with the id "${id}".`);
  return element as Type;
}

export function all<Type extends HTMLElement = HTMLElement>(selector: string): Type[] {
  return [...document.querySelectorAll<Type>(selector)];
}

/** Returns the names in an attribute, such as data-when="loading core". */
export function namesIn(attribute = ""): string[] {
  return attribute.split(/\s+/);
}

/** Returns the data that the build wrote into a `<script type="application/json">`. */
export function readJson<Data>(id: string): Data {
  return JSON.parse(byId(id).textContent) as Data;
}
