/** Loaded before the program: adds a node whose author forgot to say what it needs. */
import { builder } from '../../src/graphql/builder.ts'

builder.queryField('forgottenList', (t) => t.stringList({ resolve: () => ['something'] }))
