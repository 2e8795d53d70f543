/**
 * A query that is built and compiled once per engine and then run with its arguments, so that the hot path builds no
 * SQL.
 */
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
  const compiled: Partial<Record<EngineKind, CompiledQuery<O>>> = {}
  const compile = ({ db, kind }: Session): CompiledQuery<O> => {
    const query = build(db, (name) => new Argument(name) as never, kind).compile()
    compiled[kind] = query
    return query
  }
  return (session, values) => {
    const { sql, parameters } = compiled[session.kind] ?? compile(session)
    const filled = parameters.map((value) => (value instanceof Argument ? values[value.name as keyof A] : value))
    return session.execute<O>(sql, filled)
  }
}
