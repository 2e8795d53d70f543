/** What `doctor` found: `failed` keeps the service from working, `attention` is for somebody to know. */
export interface Finding {
  readonly what: string
  readonly verdict: 'fine' | 'attention' | 'failed'
  readonly detail: string
}

/** Fine, or something to know with what to do about it. */
export const findingOf = (what: string, isFine: boolean, fine: string, otherwise: string): Finding =>
  isFine ? { what, verdict: 'fine', detail: fine } : { what, verdict: 'attention', detail: otherwise }
