/** Where a caller stands: some of what an operator writes is for its own people. */
import { isInsideView } from '../../../domain/view.ts'
import type { QueryContext } from '../../context.ts'

/** The operator's users and keys; a marketplace or handler sees it from outside, a pilot only the own part. */
export const isInside = ({ reader: { view } }: QueryContext): boolean => isInsideView(view)

/** Another company: a marketplace that buys, a handler that serves. */
export const isOutsider = ({ reader: { view } }: QueryContext): boolean => view.of === 'buyer' || view.of === 'provider'

/** A handler: it sees legs without notes and reasons (data §8.4). */
export const isForProvider = ({ reader: { view } }: QueryContext): boolean => view.of === 'provider'
