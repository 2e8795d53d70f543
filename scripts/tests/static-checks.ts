/** Checks types and then style, in parallel with the tests. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Outcome {
  readonly title: string
  readonly passed: boolean
  readonly output: string
}

/** Several checkers infer the same types once each: on one, types take half of the processor time. */
const ON_ONE_THREAD = '--singleThreaded'

/** What the last run knew of each file, beside the packages: files that did not change, nor what they use, are not checked again. */
const knowing = (name: string): string[] => [
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/airside-${name}.tsbuildinfo`,
]

const CHECKS = [
  { title: 'types', command: 'tsc', args: ['-p', '.', ON_ONE_THREAD, ...knowing('types')] },
  {
    title: 'types of the console',
    command: 'tsc',
    args: ['-p', 'console', ON_ONE_THREAD, ...knowing('console-types')],
  },
  { title: 'style', command: 'biome', args: ['check', '.'] },
] as const

const runCheck = ({ title, command, args }: (typeof CHECKS)[number], root: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => resolve({ title, passed: false, output: error.message }))
    child.once('close', (code) => resolve({ title, passed: code === 0, output }))
  })

/** Those that `isAsked` takes by their titles. */
export const runStaticChecks = async (root: string, isAsked: (title: string) => boolean): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const check of CHECKS.filter(({ title }) => isAsked(title))) outcomes.push(await runCheck(check, root))
  return outcomes
}
