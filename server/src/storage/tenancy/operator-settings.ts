/** An operator's own rules; what it never set has the default. */
import { DEFAULT_RULES, type OperatorRules } from '../../domain/operations/operator-rules.ts'
import type { Author } from '../../domain/versioned.ts'
import { prepared } from '../engines/prepared.ts'
import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    operator_settings: {
      tenant_id: string
      rules: string
      version: number
      updated_at: number
      updated_by: string | null
      /** The version by which flights were assessed; while that lasts, the aircraft that was last. */
      assessed_version: number | null
      assessed_aircraft: string | null
    }
  }
}

export interface OperatorSettings extends OperatorRules {
  readonly version: number
  readonly updatedAt: number
  /** Null where nothing was changed yet. */
  readonly updatedBy: Author | null
}

/** Rules that are added later have their default in what was stored before. */
const rulesOf = (stored: string | null): OperatorRules => {
  if (stored === null) return DEFAULT_RULES
  const rules: Partial<OperatorRules> = JSON.parse(stored)
  return { ...DEFAULT_RULES, ...rules, dutyLimits: { ...DEFAULT_RULES.dutyLimits, ...rules.dutyLimits } }
}

/** Built once: every change of a flight or duty reads them, some of them several times. */
const settingsOf = prepared<
  { tenantId: string },
  Pick<Tables['tenant'], 'created_at'> & {
    [Column in 'rules' | 'version' | 'updated_at' | 'updated_by']: Tables['operator_settings'][Column] | null
  }
>((db, argument) =>
  db
    .selectFrom('tenant')
    .leftJoin('operator_settings', 'operator_settings.tenant_id', 'tenant.tenant_id')
    .select([
      'tenant.created_at',
      'operator_settings.rules',
      'operator_settings.version',
      'operator_settings.updated_at',
      'operator_settings.updated_by',
    ])
    .where('tenant.tenant_id', '=', argument('tenantId')),
)

/** The first version is what every operator begins with, set when it was created. */
export const operatorSettings = async (reader: TenantReader): Promise<OperatorSettings> => {
  const [row] = (await settingsOf(reader, { tenantId: reader.tenantId })).rows
  if (!row) throw new Error(`There is no tenant ${reader.tenantId}`)
  return {
    ...rulesOf(row.rules),
    version: row.version ?? 1,
    updatedAt: row.updated_at ?? row.created_at,
    updatedBy: row.updated_by === null ? null : JSON.parse(row.updated_by),
  }
}

/** Writes the next version if the expected one still stands; false where it does not. */
export const saveOperatorRules = async (tx: TenantTx, rules: OperatorRules, expected: number): Promise<boolean> => {
  const columns = {
    rules: JSON.stringify(rules),
    version: expected + 1,
    updated_at: await tx.now(),
    updated_by: tx.author && JSON.stringify(tx.author),
    // Flights are assessed anew, from the first aircraft on.
    assessed_aircraft: null,
  }
  const written = await tx.db
    .insertInto('operator_settings')
    .values({ tenant_id: tx.tenantId, ...columns, assessed_version: null })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet(columns).where('operator_settings.version', '=', expected),
    )
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}
