/** Reads a file that a command is given as text, or says that it cannot. */
import { readFile } from 'node:fs/promises'
import { Failure } from '../domain/failure.ts'

export const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new Failure('invalid_request', `${file} cannot be read`, { cause })
  }
}
