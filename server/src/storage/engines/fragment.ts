/**
 * SQL assembled from pieces, for statements whose shape depends on a search. A value becomes a parameter, a fragment
 * its text. Kysely builds, freezes and visits a tree for each such statement, which took longer than running it.
 */
import type { EngineKind, Session } from './engine.ts'

type Value = string | number | null

/** Any number of values in one parameter, so that the statement has one text and one plan for any number of them. */
class Among {
  readonly values: readonly Value[]
  constructor(values: readonly Value[]) {
    this.values = values
  }
}

type Piece = Fragment | Among | Value

export class Fragment {
  readonly #texts: readonly string[]
  readonly #pieces: readonly Piece[]

  constructor(texts: readonly string[], pieces: readonly Piece[]) {
    this.#texts = texts
    this.#pieces = pieces
  }

  /** Renders the text for an engine and appends its values to the parameters. */
  render(kind: EngineKind, parameters: unknown[]): string {
    let text = this.#texts[0] ?? ''
    for (let index = 0; index < this.#pieces.length; index++) {
      text += rendered(this.#pieces[index] as Piece, kind, parameters) + this.#texts[index + 1]
    }
    return text
  }
}

const rendered = (piece: Piece, kind: EngineKind, parameters: unknown[]): string => {
  if (piece instanceof Fragment) return piece.render(kind, parameters)
  if (piece instanceof Among) return amongText(piece, kind, parameters)
  parameters.push(piece)
  return kind === 'postgres' ? `$${parameters.length}` : '?'
}

const amongText = ({ values }: Among, kind: EngineKind, parameters: unknown[]): string => {
  parameters.push(kind === 'postgres' ? values : JSON.stringify(values))
  return kind === 'postgres' ? `= any($${parameters.length})` : 'in (select value from json_each(?))'
}

const template = (texts: readonly string[], ...pieces: readonly Piece[]): Fragment => new Fragment(texts, pieces)

/** Trusted text, inserted as it is: names of tables and columns, never input. */
const raw = (text: string): Fragment => new Fragment([text], [])

const join = (pieces: readonly Piece[], separator = ', '): Fragment =>
  new Fragment(['', ...pieces.slice(1).map(() => separator), ''], pieces)

/** As in ``fragment`flight.status ${fragment.among(statuses)}` ``. */
const among = (values: readonly Value[]): Among => new Among(values)

/** Named apart from Kysely's `sql`, which builds something else. */
export const fragment = Object.assign(template, { raw, join, among })

/** Rows with their columns by name. */
export const rowsOf = async <R>(session: Session, fragment: Fragment): Promise<R[]> => {
  const parameters: unknown[] = []
  const text = fragment.render(session.kind, parameters)
  return (await session.execute<R>(text, parameters)).rows
}

/** Rows as lists of values, in the order in which the columns are selected. */
export const listsOf = (session: Session, fragment: Fragment): Promise<unknown[][]> => {
  const parameters: unknown[] = []
  const text = fragment.render(session.kind, parameters)
  return session.lists(text, parameters)
}
