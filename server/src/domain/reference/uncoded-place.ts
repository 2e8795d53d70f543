/**
 * Places without a location indicator, as flight plans write them: ZZZZ, the position, the name (ICAO Doc 4444, items 13
 * and 18; data §3.10). The notation in its one form is the place's id, so that a place is found wherever an airport is,
 * and two flights that name it meet there.
 */
import { inNormalForm } from '../normal-form.ts'
import { textProblems } from '../problem.ts'
import type { Place } from './great-circle.ts'

const NO_CODE = 'ZZZZ'
const MAX_NAME_LENGTH = 60
const MAX_NOTATION_LENGTH = 200

/** Degrees, minutes and, where they are told, seconds. */
const POSITION = /^(\d{2})(\d{2})(\d{2})?([NS])(\d{3})(\d{2})(\d{2})?([EW])$/

export const PLACE_FORMAT = 'a place without one as ZZZZ, its position and its name: "ZZZZ 4627N00717E GSTAAD HELIPORT"'

export interface UncodedPlace extends Place {
  /** ZZZZ, the position to the second, the name in capital letters. */
  readonly id: string
  readonly name: string
}

const angleOf = (degrees: string, minutes: string, seconds = '00'): number | null => {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  return Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
}

const positionOf = (text: string): (Place & { readonly written: string }) | null => {
  const found = POSITION.exec(text)
  if (!found) return null
  const [, latD = '', latM = '', latS = '00', ns = '', lonD = '', lonM = '', lonS = '00', ew = ''] = found
  const [north, east] = [angleOf(latD, latM, latS), angleOf(lonD, lonM, lonS)]
  if (north === null || east === null || north > 90 || east > 180) return null
  return {
    latitude: ns === 'S' ? -north : north,
    longitude: ew === 'W' ? -east : east,
    written: `${latD}${latM}${latS}${ns}${lonD}${lonM}${lonS}${ew}`,
  }
}

/** The place, or in a sentence what is wrong with it; null where the text is a code. */
export const readPlace = (given: string): UncodedPlace | string | null => {
  const text = given.trim()
  if (!/^[A-Z0-9]{3,4}(\s|$)/i.test(text)) return null
  if (text.length > MAX_NOTATION_LENGTH) return `A place has a name of at most ${MAX_NAME_LENGTH} characters`
  const [code = '', position = '', ...words] = inNormalForm(text.toUpperCase(), 'NFC').split(/\s+/)
  if (code !== NO_CODE) {
    return position === '' ? null : `Only ${NO_CODE} is followed by a position and a name: ${code} has its own`
  }
  const at = positionOf(position)
  if (!at) return `${NO_CODE} needs a position in degrees and minutes, and a name: "ZZZZ 4627N00717E GSTAAD HELIPORT"`
  const name = words.join(' ')
  const [wrong] = textProblems([], name, { most: MAX_NAME_LENGTH, required: true })
  if (wrong) return `${NO_CODE} needs a name after its position, of at most ${MAX_NAME_LENGTH} characters that show`
  const { written, ...place } = at
  return { ...place, name, id: `${NO_CODE} ${written} ${name}` }
}
