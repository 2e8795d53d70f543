/** Loaded into the processes of the tests: notes what each took of the processors. */
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { countForProcess } from './processor-notes.ts'

if (isMainThread) countForProcess(join(import.meta.dirname, '..', '..'))
