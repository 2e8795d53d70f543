/** `@airside/client/node`: what needs a file system. */
export { FileStore } from './node/file-store.ts'
