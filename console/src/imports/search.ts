/** The import page's kind in its address. */
import { given, searchWord } from '../text/search-text.ts'
import { IMPORT_KINDS } from './kinds.ts'

export const importSearch = (search: Record<string, unknown>) =>
  given({ kind: searchWord(search, 'kind', IMPORT_KINDS) })
