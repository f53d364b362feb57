// Plain JavaScript, since an older Node cannot read TypeScript. npm brings a Node of its own for most platforms; elsewhere,
// as on Alpine Linux, the machine's own has to do.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This is Node ${process.versions.node}. Please install Node 22.18 or newer, and run npm ci again.`,
  );
  process.exit(1);
}
