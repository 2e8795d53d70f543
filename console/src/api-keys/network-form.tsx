/** Where a key may come from: addresses and networks, one per line; none for anywhere. */
import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { networksIn } from './networks.ts'
import { API_KEY_NETWORK_SET, type ApiKey } from './queries.ts'

export const NetworkForm = ({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) => {
  const [text, setText] = useState((apiKey.networkList ?? []).join('\n'))
  const save = useChange(API_KEY_NETWORK_SET)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ apiKeyId: apiKey.apiKeyId, networkList: networksIn(text) }, { onSuccess: onClose })
  }
  return (
    <form className="form" onSubmit={submit}>
      <Textarea
        label="Allowed addresses"
        description="One per line, such as 203.0.113.7 or 203.0.113.0/24. Requests from elsewhere are refused at once. Leave it empty to allow every address."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        ref={focusOnMount}
        value={text}
        error={problemsByField(save.error).networkList}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FailureNote error={save.error} what="Its addresses stay." fields={['networkList']} />
      <FormFeet verb="Save addresses" isBusy={save.isPending} onCancel={onClose} />
    </form>
  )
}
