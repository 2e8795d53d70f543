/** Reads where the bytes of documents lie: a place, or several with a space between of which the first takes new ones. */
import { isAbsolute, resolve } from 'node:path'
import type { PlaceSetting } from '../storage/contents/contents.ts'
import { ConfigError, type settingsIn } from './environment.ts'

const NAME = 'AIRSIDE_DOCUMENT_STORE'
const FOLDER = 'folder:'

const placeFrom = (text: string): PlaceSetting => {
  if (text === 'rows') return { kind: 'rows' }
  if (text.startsWith(FOLDER) && isAbsolute(text.slice(FOLDER.length))) {
    return { kind: 'folder', folder: resolve(text.slice(FOLDER.length)) }
  }
  throw new ConfigError(`${NAME} must be rows or folder:/an/absolute/path, not "${text}"`)
}

export const documentPlacesFrom = (setting: ReturnType<typeof settingsIn>): readonly PlaceSetting[] => {
  const places = (setting(NAME) ?? 'rows').trim().split(/\s+/).map(placeFrom)
  const kinds = new Set(places.map(({ kind }) => kind))
  if (kinds.size < places.length) throw new ConfigError(`${NAME} names two places of one kind: it may have one of each`)
  return places
}
