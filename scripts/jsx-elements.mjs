// What JSX of the inspector calls: by name, and with children as arguments, it takes 5 % less of the page than the runtime
// that TypeScript checks it by.
// biome-ignore lint/performance/noBarrelFile: the build injects what a file exports
export { Fragment, h } from 'preact';
