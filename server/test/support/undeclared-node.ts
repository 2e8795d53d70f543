/** Loaded before the program: adds a node without declared scopes. */
import { builder } from '../../src/graphql/builder.ts'

builder.queryField('forgottenList', (t) => t.stringList({ resolve: () => ['something'] }))
