/** The operator's `scopes.json`: what every node needs, the scopes in words, and the numbers that costs are made of. */
import { readScopes, type SchemaScopes } from '@airside/client/scopes'
import { type CostNumbers, readCostNumbers } from './cost-numbers.ts'

export interface ScopeWords {
  readonly access: 'read' | 'write'
  readonly text: string
  /** False for the console's own scopes, which no application can be given. */
  readonly isGrantable: boolean
}

export interface Catalogue {
  readonly schema: SchemaScopes
  readonly words: ReadonlyMap<string, ScopeWords>
  readonly numbers: CostNumbers
}

const readCatalogue = (text: string): Catalogue => {
  const { scopes } = JSON.parse(text) as { readonly scopes: Readonly<Record<string, ScopeWords>> }
  return { schema: readScopes(text), words: new Map(Object.entries(scopes)), numbers: readCostNumbers(text) }
}

export const fetchCatalogue = async (): Promise<Catalogue> => {
  const response = await fetch('/scopes.json')
  if (!response.ok) throw new Error('The scopes could not be read')
  return readCatalogue(await response.text())
}
