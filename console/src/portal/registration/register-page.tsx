/** Registers an application: every rule answers at its field, and the preview follows what is typed. */

import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { KIND_NAMES, kindInWords } from '../../add-ons/kinds.ts'
import { useChange } from '../../graph/change.ts'
import { asGraphFailure } from '../../graph/failure.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { Panel } from '../../parts/panel.tsx'
import { RadioChoice } from '../../parts/radio-choice.tsx'
import { Crumbs } from '../../platform/crumbs.tsx'
import { usePlace } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { FirstSteps } from '../home/first-steps.tsx'
import { EMPTY_DRAFT, ITEMS, itemsInOrder, linesOf, type RegistrationDraft, urlOrNull } from './draft.ts'
import { LogoField } from './logo-field.tsx'
import { Preview } from './preview.tsx'
import { KINDS, REGISTER } from './queries.ts'
import { RedirectField } from './redirect-rows.tsx'
import {
  CHANGEABLE_FIELDS,
  DescriptionField,
  LineFields,
  type RegistrationFieldsProps,
} from './registration-fields.tsx'
import { uploadLogo } from './upload-logo.ts'
import '../portal.css'

const FIELDS = [...CHANGEABLE_FIELDS, 'kind', 'isPersonal', 'phoneNumber']

/** The kind never changes, so each stands there with what it is for. */
const KindField = ({ draft, problems, set }: RegistrationFieldsProps) => {
  const kinds = useQuery(queryOf(KINDS, {})).data?.applicationKindList ?? []
  const areasOf = (kind: string): string =>
    kinds
      .find((one) => one.kind === kind)
      ?.areaList.join(', ')
      .toLowerCase() || 'nothing yet'
  return (
    <fieldset className="stack-tight">
      <legend className="field-legend">
        Kind <span className="small muted">decides the most it may ever ask for, and cannot be changed</span>
      </legend>
      <div className="kinds">
        {KIND_NAMES.map((kind) => (
          <RadioChoice
            key={kind}
            name="kind"
            isChosen={draft.kind === kind}
            about={areasOf(kind)}
            onChoose={() => set({ kind })}
          >
            {kindInWords(kind)}
          </RadioChoice>
        ))}
      </div>
      {problems.kind !== undefined && <p className="small bad">{problems.kind}</p>}
      <Checkbox
        label="Personal: reaches one person’s own details only"
        checked={draft.isPersonal || draft.kind === 'pilot-logbook'}
        disabled={draft.kind === 'pilot-logbook'}
        onChange={(event) => set({ isPersonal: event.currentTarget.checked })}
      />
    </fieldset>
  )
}

const PhoneField = ({ draft, problems, set }: RegistrationFieldsProps) => (
  <TextInput
    label="Phone number"
    description="With country code. It gets six digits each time a secret is made."
    type="tel"
    value={draft.phoneNumber}
    error={problems.phoneNumber}
    onChange={(event) => set({ phoneNumber: event.currentTarget.value })}
  />
)

const Sections = (fields: RegistrationFieldsProps) => (
  <>
    <Panel title="What operators see" hint="name, kind, description, logo, website">
      <div className="form panel-body">
        <LineFields {...fields} only={['name']} />
        <KindField {...fields} />
        <DescriptionField {...fields} />
        <div className="form-pair">
          <LogoField
            about="It can follow later."
            name={fields.draft.name.trim() || 'Your application'}
            path={null}
            logo={fields.draft.logo}
            onChoose={(logo) => fields.set({ logo })}
          />
          <LineFields {...fields} only={['website']} />
        </div>
      </div>
    </Panel>
    <Panel title="How it connects" hint="slash and case included">
      <div className="form panel-body">
        <RedirectField {...fields} />
        <LineFields {...fields} only={['connectUrl']} />
      </div>
    </Panel>
    <Panel title="How we reach you" hint="operators never see the phone number">
      <div className="form panel-body form-pair">
        <PhoneField {...fields} />
        <LineFields {...fields} only={['contact']} />
      </div>
    </Panel>
  </>
)

export const RegisterPage = () => {
  const [draft, setDraft] = useState<RegistrationDraft>(EMPTY_DRAFT)
  const go = usePlace()
  const { history } = useRouter()
  // The application exists now: whatever becomes of its logo, a second press must not register another.
  const registration = useChange(REGISTER, async ({ applicationRegister: { application } }) => {
    if (!application) return
    const { clientId } = application
    const refusal = draft.logo && (await uploadLogo(clientId, draft.logo).then(() => null, asGraphFailure))
    // Who has gone elsewhere meanwhile stays there.
    if (history.location.pathname !== '/console/register') return
    go(`/applications/${clientId}`, refusal ? { logoRefusal: refusal.message } : {})
  })
  const problems = problemsByField(registration.error)
  const set = (change: Partial<RegistrationDraft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { logo: _, redirectUris, connectUrl, ...items } = draft
    const input = { ...items, redirectUriList: linesOf(redirectUris), connectUrl: urlOrNull(connectUrl) }
    registration.mutate({ input })
  }
  const fields = { draft, problems, set }
  return (
    <div className="stack">
      <PlatformHead
        above={<Crumbs list="Applications" to="/" name="New" />}
        title="Register an application"
        about="Eight items. It works in test environments at once; production comes after a demo."
      />
      <div className="columns">
        <form className="stack" onSubmit={submit} noValidate>
          <Sections {...fields} />
          <FailureNote error={registration.error} what="Nothing was registered." fields={FIELDS} />
          <div className="save-bar">
            <p className="small muted" role="status">
              {itemsInOrder(draft)} of {ITEMS} items in order.
            </p>
            <Button onClick={() => go('/')}>Cancel</Button>
            <Button type="submit" variant="filled" loading={registration.isPending}>
              Register {draft.name.trim()}
            </Button>
          </div>
        </form>
        <div>
          <Preview draft={draft} />
        </div>
      </div>
      <Panel title="What happens next" hint="about fifteen minutes to the first answered query">
        <FirstSteps />
      </Panel>
    </div>
  )
}
