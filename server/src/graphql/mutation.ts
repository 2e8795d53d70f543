/**
 * Declares a mutation, and runs it. Each takes an idempotency key, under which its payload is recorded, so that a
 * repetition has no further effect and returns the original payload (`services/change-once`). A refusal is returned in
 * `userErrorList`, with the argument it concerns, and changes nothing.
 */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { Failure } from '../domain/failure.ts'
import { requireAudiences } from '../domain/identity/audience.ts'
import { tidied } from '../domain/operations/written-text.ts'
import type { Problem } from '../domain/problem.ts'
import { refuseProblems, type UserError, type UserErrorCode, UserErrors, userError } from '../domain/user-error.ts'
import { changeOnce } from '../services/change-once.ts'
import { isRecentSignIn, requirePresence } from '../services/identity/presence.ts'
import { standingOf } from '../services/providers/members.ts'
import type { ChangeDraft } from '../storage/change-draft.ts'
import type { IdempotencyKey } from '../storage/idempotency.ts'
import { type ViewTx, writingAs } from '../storage/view.ts'
import type { Builder, GraphTypes } from './builder.ts'
import type { QueryContext } from './context.ts'
import { requestedKey } from './idempotency-claim.ts'
import type { Refusable } from './payload.ts'
import { refuseUnseen } from './repeated-payload.ts'
import { signedInUser } from './signed-in-user.ts'

type MutationFields = Parameters<Parameters<Builder['mutationFields']>[0]>[0]

type Declared = Omit<
  PothosSchemaTypes.MutationFieldOptions<GraphTypes, never, false, InputFieldMap, unknown>,
  'type' | 'args' | 'nullable'
>

/** What a mutation does once it is accepted: everything that its payload has but the reasons of a refusal. */
type Done<P> = Promise<Omit<P, keyof Refusable>>

interface Write<A, P> {
  /** Writes records, in one transaction that the runner opens; every text of the arguments is trimmed (data §3.4). */
  readonly write: (tx: ViewTx, args: A, context: QueryContext) => Done<P>
}

interface Run<A, P> {
  /** Calls a use case that opens its transaction itself, and claims the key in it. */
  readonly run: (args: A, context: QueryContext, key: IdempotencyKey | null) => Done<P>
}

type Job<A, P> = Write<A, P> | Run<A, P>

const CODES: Readonly<Record<string, UserErrorCode>> = {
  invalid_request: 'VALIDATION',
  invalid_scope: 'VALIDATION',
  not_found: 'NOT_FOUND',
  forbidden: 'NOT_ALLOWED',
}

const asUserErrors = (error: unknown, under: readonly string[]): UserErrors | null => {
  if (error instanceof UserErrors) return error
  const code = error instanceof Failure ? CODES[error.code] : undefined
  if (!(error instanceof Failure) || code === undefined) return null
  const field = error.details?.field
  return userError(code, error.message, typeof field === 'string' ? [...under, field] : null)
}

/** The arguments as they are written, every text trimmed; what cannot be written is refused. */
const written = <A extends object>(args: A): A => {
  const problems: Problem[] = []
  const tidy = tidied(args, problems)
  refuseProblems(problems, [])
  return tidy
}

const writeOnce = async <A extends object, P>(
  context: QueryContext,
  key: IdempotencyKey | null,
  given: A,
  { write }: Write<A, P>,
): Done<P> => {
  const args = written(given)
  let changes: readonly ChangeDraft[] = []
  const { outcome, isRepeated } = await changeOnce(context.at, key, (tx) => {
    changes = tx.changes
    return write(writingAs(tx, context.reader.view), args, context)
  })
  if (isRepeated) await refuseUnseen(context, outcome)
  for (const { entity } of changes) context.trace.recordWrite(entity)
  return outcome
}

interface Asked<A> {
  /** The mutation's name and all its arguments, which tell a repetition from a different request. */
  readonly name: string
  readonly args: A & { readonly idempotencyKey?: string | null | undefined }
  readonly under: readonly string[]
  readonly isSecret: boolean
  /** What was typed as the current password; null where the mutation does not ask for presence with these arguments. */
  readonly proof: string | null
  /** Whether presence is needed follows from what is stored: the use case asks for it. */
  readonly asksLater: boolean
}

/** Refuses before anything runs whoever is not of the node's audience; the transaction asks again (ADR 88). */
const requireStanding = ({ person, needed }: QueryContext): void => {
  if (needed.audiences.length > 0 && person) requireAudiences(standingOf(person), needed.audiences)
}

/** Asked before anything runs: checking a password takes too long for a transaction. */
const requireProof = async (context: QueryContext, proof: string | null): Promise<void> => {
  if (proof === null || context.isPresent) return
  try {
    await requirePresence(context.at, signedInUser(context), proof)
    context.isPresent = true
  } catch (error) {
    throw asUserErrors(error, []) ?? error
  }
}

/** For a use case that asks for presence itself: what can be proved now is, and nobody is asked for more. */
const noteProof = async (context: QueryContext, proof: string | null): Promise<void> => {
  const { person, at } = context
  if (person && (proof || isRecentSignIn(at, person))) await requireProof(context, proof)
}

const runMutation = async <A extends object, P extends Refusable>(
  context: QueryContext,
  { name, args, under, proof, asksLater, isSecret }: Asked<A>,
  job: Job<A, P>,
): Promise<P | { readonly userErrorList: readonly UserError[] }> => {
  try {
    requireStanding(context)
    await (asksLater ? noteProof(context, proof) : requireProof(context, proof))
    const key = requestedKey(context, name, args, isSecret)
    const done = await ('write' in job ? writeOnce(context, key, args, job) : job.run(args, context, key))
    // Loaded records are outdated after the change; a later mutation of the same request reads again.
    context.loaders.forget()
    return { ...done, userErrorList: [] } as unknown as P
  } catch (error) {
    const refusal = asUserErrors(error, under)
    if (!refusal) throw error
    context.trace.recordRefusal(refusal.list)
    return { userErrorList: refusal.list }
  }
}

type Mutation<P extends Refusable, Args extends InputFieldMap> = Declared &
  Job<InputShapeFromFields<Args>, P> & {
    readonly type: PothosSchemaTypes.ObjectRef<GraphTypes, P, P>
    readonly args: Args
    /** The argument that holds the fields which a refusal may name. */
    readonly under?: readonly string[]
    /** Takes no idempotency key: doing it again changes nothing more. */
    readonly isKeyless?: true
    /** What is kept of its idempotency key tells neither who asked nor what (data §11.2). */
    readonly isSecret?: true
    /**
     * Makes a credential or weakens one, always or with some arguments: `currentPassword` is added to its arguments, and
     * asked for where the sign-in is longer ago than ten minutes (access-model §10). A use case that knows better when
     * reads `isPresent` of its desk.
     */
    readonly asksPresence?: true | 'in its use case' | ((args: InputShapeFromFields<Args>) => boolean)
  }

const PASSWORD_ASKED = 'Needed where the sign-in is longer ago than ten minutes.'
const PASSWORD_ASKED_LATER = 'Of a user who gives somebody access and signed in longer ago than ten minutes.'

/** A field of the mutations of any of the three graphs. */
export const mutation = <P extends Refusable, const Args extends InputFieldMap>(
  t: MutationFields,
  { type, args, under = [], isKeyless, isSecret, asksPresence, ...rest }: Mutation<P, Args>,
) => {
  type Given = InputShapeFromFields<Args>
  const job = rest as Job<Given, P>
  /** Takes the password out, so that neither the use case nor the fingerprint of the request knows it. */
  const asksLater = asksPresence === 'in its use case'
  const askedOf = (
    given: Given & { readonly currentPassword?: string | null },
  ): Pick<Asked<Given>, 'args' | 'proof'> => {
    if (asksPresence === undefined) return { args: given, proof: null }
    const { currentPassword, ...own } = given
    const asks = typeof asksPresence !== 'function' || asksPresence(own as unknown as Given)
    return { args: own as unknown as Given, proof: asks ? (currentPassword ?? '') : null }
  }
  return t.field({
    ...(rest as Declared),
    type,
    args: {
      ...args,
      ...(asksPresence && {
        currentPassword: t.arg.string({ description: asksLater ? PASSWORD_ASKED_LATER : PASSWORD_ASKED }),
      }),
      ...(!isKeyless && { idempotencyKey: t.arg.string() }),
    } as Args,
    resolve: (_root, given, context, { fieldName }) =>
      runMutation(
        context,
        { name: fieldName, under, asksLater, isSecret: isSecret === true, ...askedOf(given as Given) },
        job,
      ) as never,
  })
}
