/** Opens an address in the user's browser; if that fails, the user opens the printed address. */
import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

export const openBrowser = (url: string, env: NodeJS.ProcessEnv): void => {
  const [command = 'xdg-open', ...args] = env.BROWSER ? [env.BROWSER] : (OPENERS[process.platform] ?? ['xdg-open'])
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
