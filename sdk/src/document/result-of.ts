/**
 * The result of a document that is written as a plain string. The compiler reads the first field of the text: where the
 * schema has it, the result has the schema's types; where the text is put together at run time or begins with an alias,
 * everything is left open, and the caller can name the type.
 */
import type { NodeOf } from '../pages.ts'
import type { Data } from '../schema.ts'

type Space = ' ' | '\n' | '\t' | '\r' | ','

type Trimmed<Text extends string> = Text extends `${Space}${infer Rest}` ? Trimmed<Rest> : Text

type Before<Text extends string, End extends string> = Text extends `${infer Word}${End}${string}` ? Word : Text

/** The word that follows the first brace. */
type FirstField<Document extends string> = Document extends `${string}{${infer Selection}`
  ? Before<Before<Before<Before<Before<Trimmed<Selection>, '('>, '{'>, ' '>, '\n'>, '}'>
  : never

// biome-ignore lint/suspicious/noExplicitAny: nobody can know the fields of a text that is made at run time
export type OpenData = Record<string, any>

export type ResultOf<Document extends string> = string extends Document
  ? OpenData
  : FirstField<Document> extends keyof Data
    ? Data
    : OpenData

/** A node of the list that the document selects first. */
export type ListedNode<Document extends string> = string extends Document
  ? OpenData
  : FirstField<Document> extends infer Field extends keyof Data
    ? NodeOf<Pick<Data, Field>>
    : OpenData
