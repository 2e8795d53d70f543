/**
 * When two names look alike: their skeletons are equal (Unicode TR 39). A skeleton is for comparing only and is never
 * shown. Beyond TR 39 it leaves out case, marks, spaces, signs and legal forms.
 */
import { latinLookOf } from './confusable-letters.ts'
import { inNormalForm } from './normal-form.ts'

/** Also without the halfwidth letters that are marks by compatibility. */
const withoutMarks = (text: string): string => text.replaceAll(/[\p{M}\uff9e\uff9f]/gu, '')

/** Latin letters and digits that look like each other, also by two of them: TR 39 maps m to rn, and I, 1 and | to l. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[i1|]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** Before and after compatibility decomposition, because that changes letters: it makes a sigma of a lunate one. */
const plainLetters = (name: string): string => {
  // Marks of its own go first: a letter with too many of them would not be taken apart.
  const shown = withoutMarks(name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
  const first = latinLookOf(withoutMarks(inNormalForm(shown, 'NFD')))
  const lower = latinLookOf(withoutMarks(inNormalForm(first, 'NFKD'))).toLowerCase()
  return ALIKE.reduce((text, [alike, one]) => text.replaceAll(alike, one), latinLookOf(lower))
}

/** Signs that stand behind a name without being read, and the dots of `S.A.`. */
const withoutTradeSigns = (name: string): string =>
  name
    .replaceAll(/[™℠®©]/gu, '')
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))

const skeletonWords = (name: string): string[] =>
  plainLetters(withoutTradeSigns(name))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'ab ag aps as bv co company corp gbr gmbh group holding inc kft kg kk limited llc ltd nv oy plc pty sa sarl sas se spa srl ug'
    .split(' ')
    .map(plainLetters),
)

/** Equal for names that look alike. A name without a letter or digit is compared as it is. */
export const nameSkeleton = (name: string): string => {
  const words = skeletonWords(name)
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop()
  return words.join('') || inNormalForm(name, 'NFKC').toLowerCase()
}

/** Nobody else's name has the service's as one of its words, also in parts, joined to another or with signs for letters. */
const SERVICE = plainLetters('Airside')

const SIGNS_FOR_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ e: '3', a: '4@ΛΔʌᗩ', s: '5$', i: '!¡', d: '∂' }).flatMap(([letter, signs]) =>
    [...signs].map((sign) => [sign, letter] as const),
  ),
)

const namesService = (name: string): boolean => {
  const spelled = [...name].map((letter) => SIGNS_FOR_LETTERS.get(letter) ?? letter).join('')
  return [name, spelled].some((each) => {
    const words = skeletonWords(each.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    return words.some((_, index) => words.slice(index).join('').startsWith(SERVICE))
  })
}

/** What nobody but the host may be called, wherever the service is hosted. */
const RESERVED: ReadonlySet<string> = new Set(
  ['developers', 'developer portal', 'support', 'support console', 'admin', 'status', 'docs'].map(nameSkeleton),
)

/** The names in the host's own address: `fly` and `acme` of `developers.fly.acme.example`. */
const hostNames = (address: string): string[] => address.split('.').slice(0, -1).map(nameSkeleton)

/** Whether a name is the service's, the host's, or looks like one of those; `address` is a host name of the service. */
export const isReservedName = (name: string, address: string): boolean => {
  const skeleton = nameSkeleton(name)
  return namesService(name) || RESERVED.has(skeleton) || hostNames(address).includes(skeleton)
}
