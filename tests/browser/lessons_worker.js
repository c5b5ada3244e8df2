/* The kernel that JupyterLite runs, without JupyterLab: what each cell of a lesson shows. */
const PREPARE = `
import json, os, tempfile
from pyodide_kernel import ipython_shell as shell, kernel_instance as kernel, stderr_stream, stdout_stream

shown = []

def stream(name, text):
    shown.append(["stream", str(name), str(text)])

def display(data, *rest):
    if "text/plain" in data:  # a widget has none, but the still before it
        shown.append(["display", "text/plain", data["text/plain"]])

for each in (stdout_stream, stderr_stream):
    each.publish_stream_callback = stream
shell.display_pub.display_data_callback = shell.display_pub.update_display_data_callback = display
shell.display_pub.clear_output_callback = lambda wait=False: None
shell.displayhook.publish_execution_result = lambda count, data, metadata: display(data)
shell.send_comm = lambda *message: None
kernel._parent_header = {"header": {}}

async def run(sources):
    shell.reset(new_session=False)
    os.environ["METRICS_EDU_PROGRESS"] = tempfile.mkdtemp() + "/progress.json"
    cells = []
    for source in json.loads(sources):
        shown.clear()
        done = await kernel.run(source)
        cells.append({"shown": list(shown), "error": done.get("evalue")})
    return json.dumps(cells)
`;
let run;

self.onmessage = async ({ data: { base, sources } }) => {
  try {
    if (!run) {
      importScripts(`${base}/pyodide/lessons.js`);
      const pyodide = await self.loadPyodide({ indexURL: `${base}/pyodide/` });
      pyodide.runPython(PREPARE);
      run = pyodide.globals.get("run");
    }
    self.postMessage({ cells: JSON.parse(await run(JSON.stringify(sources))) });
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};
