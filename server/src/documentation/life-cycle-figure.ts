/**
 * A life cycle as a picture: its states one below the other, steps onwards at the right, steps back at the left. Colours
 * are those of the page, so that it is dark where the page is and black on paper.
 */
import { type Html, html } from '../pages/html.ts'
import {
  LIFE_CYCLE_INTRODUCTION,
  LIFE_CYCLES,
  type LifeCycle,
  type LifeCycleStep,
  lifeCycleMarkdown,
  TRIP_LIFE_CYCLE,
} from './life-cycles.ts'
import { renderMarkdown } from './markdown.ts'

const WIDTH = 360
const STATE = { width: 132, height: 26 } as const
const ROW = 46
const LEFT = (WIDTH - STATE.width) / 2
const RIGHT = LEFT + STATE.width
/** Where steps leave and arrive, beside the middle, so that the two are told apart. */
const ASIDE = 6
const MAX_BEND = 92

const middle = (index: number): number => index * ROW + STATE.height / 2 + 1

/** The further it leads, the further out it bends. */
const bendOf = (span: number): number => Math.min(MAX_BEND, 16 + span * 11)

const arc = (start: number, end: number): string => {
  const isBack = end < start
  const [x, side] = isBack ? [LEFT, -1] : [RIGHT, 1]
  const out = x + side * bendOf(Math.abs(end - start))
  const [from, to] = [middle(start) + side * ASIDE, middle(end) - side * ASIDE]
  return `M${x},${from} C${out},${from} ${out},${to} ${x + side * 2},${to}`
}

const box = (
  name: string,
  index: number,
): Html => html`<rect x="${LEFT}" y="${index * ROW + 1}" width="${STATE.width}" height="${STATE.height}" rx="6"/>
<text x="${WIDTH / 2}" y="${middle(index) + 4}" text-anchor="middle">${name}</text>`

const line = ({ from, to, isImplied }: LifeCycleStep, states: readonly string[], arrow: string): Html | null =>
  from === to
    ? null
    : html`<path class="${isImplied ? 'implied' : 'asked'}" d="${arc(states.indexOf(from), states.indexOf(to))}" marker-end="url(#${arrow})"><title>${from} to ${to}</title></path>`

const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

export const lifeCycleFigure = ({ title, states, steps }: LifeCycle): Html => {
  const height = (states.length - 1) * ROW + STATE.height + 2
  const arrow = `arrow-${idOf(title)}`
  // What is asked for by name lies above what follows from reports.
  const drawn = steps.toSorted((a, b) => Number(b.isImplied) - Number(a.isImplied))
  const hasImplied = steps.some(({ isImplied }) => isImplied)
  return html`<figure class="life-cycle"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}: ${states.length} states, ${steps.length} steps, listed in the table of life cycles">
<defs><marker id="${arrow}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto-start-reverse"><path class="head" d="M0,0 L8,4 L0,8 z"/></marker></defs>
${drawn.map((step) => line(step, states, arrow))}${states.map(box)}</svg>
<figcaption class="hint">Onwards at the right, back at the left.${hasImplied && ' Thin: implied by the times that are reported.'}</figcaption></figure>`
}

/** The page of all life cycles: each as a picture and as a table. */
export const lifeCyclesMain = (): Html =>
  html`<h1>Life cycles</h1>${renderMarkdown(LIFE_CYCLE_INTRODUCTION).body}${LIFE_CYCLES.map(
    (cycle) =>
      html`<h2 id="${idOf(cycle.title)}">${cycle.title}</h2>${lifeCycleFigure(cycle)}${renderMarkdown(lifeCycleMarkdown(cycle)).body}`,
  )}<h2 id="trip">Trip</h2>${renderMarkdown(TRIP_LIFE_CYCLE).body}`
