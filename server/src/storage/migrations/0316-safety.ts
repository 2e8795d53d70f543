/** Safety reports, apart from them what can tell who reported, the operator's own codes and its risk matrix (data §11). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0316-safety',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'safety_report', {
      key: 'safety_report_id',
      body: `safety_report_id text not null,
        reference text not null,
        legal_type text not null,
        subject text not null,
        confidentiality text not null,
        status text not null,
        status_reason text,
        title text not null,
        narrative text,
        occurred_at integer,
        occurred_on text not null,
        airport_id text,
        flight_id text,
        aircraft_id text,
        duty_id text,
        reporter_user_id text,
        replies_since integer,
        code_list text not null,
        initial_risk text,
        residual_risk text,
        investigation text,
        feedback text,
        action_list text not null,
        linked_report_id_list text not null,
        aware_at integer not null,
        reported_to_authority_at integer,
        authority_reference text,
        preliminary_sent_at integer,
        final_sent_at integer,
        is_late integer not null,
        external_id_list text not null,
        version integer not null,
        created_at integer not null,
        updated_at integer not null,
        created_by text,
        updated_by text`,
    })
    await run(db, 'create index safety_report_order on safety_report (tenant_id, created_at, safety_report_id)')
    await run(db, 'create index safety_report_of_flight on safety_report (tenant_id, flight_id)')
    await tenantTable(db, kind, 'safety_original', {
      key: 'safety_report_id',
      body: `safety_report_id text not null,
        user_id text,
        title text not null,
        narrative text not null,
        occurred_at integer not null,
        airport_id text,
        flight_id text,
        aircraft_id text,
        duty_id text`,
    })
    await run(db, 'create index safety_original_of_user on safety_original (tenant_id, user_id)')
    await tenantTable(db, kind, 'safety_code', {
      key: 'list, code',
      body: `list text not null,
        code text not null,
        label text not null,
        is_active integer not null`,
    })
    await tenantTable(db, kind, 'risk_matrix', {
      key: '',
      body: `matrix text not null,
        version integer not null`,
    })
  },
}
