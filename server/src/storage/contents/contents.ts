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

/** Whether content lies in a place by what the store says. */
type HoldsContent = (kind: PlaceKind) => Promise<boolean>

const placeOf = (setting: PlaceSetting, holdsContent: HoldsContent): PlaceBeside | null => {
  if (setting.kind === 'rows') return null
  return setting.kind === 'folder'
    ? new FolderPlace(setting.folder, () => holdsContent('folder'))
    : new BucketPlace(setting, () => systemClock.now())
}

export class Contents {
  /** Where new content goes; null for the rows of the store. */
  readonly forNew: PlaceBeside | null
  readonly places: readonly PlaceBeside[]

  /** A copy that belongs to no store of ours is not expected to hold anything. */
  constructor(settings: readonly PlaceSetting[] = [], holdsContent: HoldsContent = async () => false) {
    const places = settings.map((setting) => placeOf(setting, holdsContent))
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
