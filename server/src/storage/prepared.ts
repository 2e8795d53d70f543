/** A query built and compiled once per engine, then run with its arguments filled in: the hot path builds no SQL. */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { EngineKind, Session } from './engine.ts'
import type { Tables } from './tables.ts'

class Argument {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type ArgumentOf<A> = <K extends keyof A & string>(name: K) => A[K]

export const prepared = <A extends object, O>(
  build: (db: Kysely<Tables>, argument: ArgumentOf<A>, kind: EngineKind) => Compilable<O>,
): ((session: Session, values: A) => Promise<QueryResult<O>>) => {
  const compiled = new Map<EngineKind, CompiledQuery<O>>()
  const compiledFor = (session: Session): CompiledQuery<O> => {
    const known = compiled.get(session.kind)
    if (known) return known
    const query = build(session.db, (name) => new Argument(name) as never, session.kind).compile()
    compiled.set(session.kind, query)
    return query
  }
  return (session, values) => {
    const query = compiledFor(session)
    const parameters = query.parameters.map((value) =>
      value instanceof Argument ? values[value.name as keyof A] : value,
    )
    return session.db.executeQuery({ ...query, parameters } as CompiledQuery<O>)
  }
}
