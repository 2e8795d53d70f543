/** `@airside/client/node`: what needs a file system or sockets. */
export { FileStore } from './node/file-store.ts'
export { loopbackFetch } from './node/loopback-fetch.ts'
