/** Support's graph (`server/support.graphql`). */
import type { GraphQLSchema } from 'graphql'
import { buildPlatformSchema } from './platform-schema.ts'
import { supportBuilder } from './support-builder.ts'
import '../nodes/support/application.ts'
import '../nodes/support/registration-changes.ts'
import '../nodes/support/decisions.ts'
import '../nodes/support/extra-scopes.ts'
import '../nodes/support/operators.ts'
import '../nodes/support/providers.ts'
import '../nodes/support/requests.ts'
import '../nodes/support/staff.ts'
import '../nodes/support/news.ts'

export const buildSupportSchema = (): GraphQLSchema =>
  buildPlatformSchema(supportBuilder, ['staff', 'reviewer', 'administrator'])
