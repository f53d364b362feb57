/**
 * Returns the WebMCP attributes of a form, which a browser's AI agent may fill in. Without `toolautosubmit`, the browser
 * waits for a person to submit it.
 */
export const agentTool = (toolname: string, tooldescription: string) => ({ toolname, tooldescription });
