/* The widgets' front end, as the front page has it. */
export { default } from "../front_page/widgets.js";
