/** Reads where the bytes of documents lie: a place, or several with a space between of which the first takes new ones. */
import { isAbsolute, resolve } from 'node:path'
import type { PlaceSetting } from '../storage/contents/contents.ts'
import { ConfigError, type settingsIn } from './environment.ts'

const NAME = 'AIRSIDE_DOCUMENT_STORE'
const FOLDER = 'folder:'

const BUCKET = 's3:'
const EXAMPLE = 's3://bucket?endpoint=https://s3.example&region=eu-central-1'

type Settings = ReturnType<typeof settingsIn>

/** The names of objects are never encoded, so that what stands before them must not need it either. */
const isPlain = (path: string): boolean => /^[\w/-]*$/.test(path) && !path.includes('//')

const bucketFrom = (text: string, setting: Settings): PlaceSetting => {
  const url = URL.parse(text)
  const endpoint = URL.parse(url?.searchParams.get('endpoint') ?? '')
  const region = url?.searchParams.get('region') ?? 'us-east-1'
  const prefix = url?.pathname.replaceAll(/^\/+|\/+$/g, '') ?? ''
  const isRight =
    url !== null &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) &&
    /^[a-z0-9-]{1,40}$/.test(region) &&
    isPlain(prefix) &&
    [...url.searchParams.keys()].every((name) => name === 'endpoint' || name === 'region')
  if (!isRight || !endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.pathname !== '/' || endpoint.username) {
    throw new ConfigError(`${NAME} must look like ${EXAMPLE}`)
  }
  const [keyId, secret] = [setting('AIRSIDE_S3_KEY_ID'), setting('AIRSIDE_S3_SECRET')]
  if (!keyId || !secret)
    throw new ConfigError(`${NAME} names a bucket: set AIRSIDE_S3_KEY_ID and AIRSIDE_S3_SECRET too`)
  const place = { endpoint, region, bucket: url.hostname, prefix: prefix && `${prefix}/` }
  return { kind: 'bucket', ...place, credentials: { keyId, secret } }
}

const placeFrom = (text: string, setting: Settings): PlaceSetting => {
  if (text === 'rows') return { kind: 'rows' }
  if (text.startsWith(BUCKET)) return bucketFrom(text, setting)
  if (text.startsWith(FOLDER) && isAbsolute(text.slice(FOLDER.length))) {
    return { kind: 'folder', folder: resolve(text.slice(FOLDER.length)) }
  }
  throw new ConfigError(`${NAME} must be rows, folder:/an/absolute/path or ${EXAMPLE}, not "${text}"`)
}

export const documentPlacesFrom = (setting: Settings): readonly PlaceSetting[] => {
  const places = (setting(NAME) ?? 'rows')
    .trim()
    .split(/\s+/)
    .map((text) => placeFrom(text, setting))
  const kinds = new Set(places.map(({ kind }) => kind))
  if (kinds.size < places.length) throw new ConfigError(`${NAME} names two places of one kind: it may have one of each`)
  return places
}
