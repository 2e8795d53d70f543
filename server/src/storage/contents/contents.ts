/** The places of contents that the host named: new ones go to the first, and what lies in the others goes on being read. */
import { systemClock } from '../../domain/clock.ts'
import type { PlaceKind } from '../../domain/operations/documents/place-kind.ts'
import { BucketPlace, type BucketSetting } from './bucket-place.ts'
import { type PlaceBeside, PlaceUnavailable } from './content-place.ts'
import { FolderPlace } from './folder-place.ts'

export type PlaceSetting =
  | { readonly kind: 'rows' }
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 'bucket' } & BucketSetting)

const placeOf = (setting: PlaceSetting): PlaceBeside | null => {
  if (setting.kind === 'rows') return null
  return setting.kind === 'folder' ? new FolderPlace(setting.folder) : new BucketPlace(setting, () => systemClock.now())
}

export class Contents {
  /** Where new content goes; null for the rows of the store. */
  readonly forNew: PlaceBeside | null
  readonly places: readonly PlaceBeside[]

  constructor(settings: readonly PlaceSetting[] = []) {
    const places = settings.map(placeOf)
    this.forNew = places[0] ?? null
    this.places = places.filter((place) => place !== null)
  }

  /** The place that a row names. */
  of(kind: PlaceKind): PlaceBeside {
    const place = this.places.find((each) => each.kind === kind)
    if (place) return place
    throw new PlaceUnavailable(`Content lies in a ${kind}, and AIRSIDE_DOCUMENT_STORE names none`)
  }
}
