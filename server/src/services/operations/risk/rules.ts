/** The operator's own rules, as use cases read them. */
import type { OperatorRules } from '../../../domain/operations/operator-rules.ts'
import type { TenantReader } from '../../../storage/handles.ts'
import { operatorSettings } from '../../../storage/tenancy/operator-settings.ts'

export const rulesOf = (reader: TenantReader): Promise<OperatorRules> => operatorSettings(reader)
