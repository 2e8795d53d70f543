/**
 * The schema's text from its introspection, sorted, so that two pulls differ only where the schema does. It comes
 * out as the service's own `schema.graphql`, letter by letter.
 */

interface TypeRef {
  readonly kind: string
  readonly name: string | null
  readonly ofType: TypeRef | null
}

interface Described {
  readonly name: string
  readonly description: string | null
}

interface Deprecable extends Described {
  readonly isDeprecated: boolean
  readonly deprecationReason: string | null
}

interface InputValue extends Deprecable {
  readonly type: TypeRef
  readonly defaultValue: string | null
}

interface Field extends Deprecable {
  readonly args: readonly InputValue[]
  readonly type: TypeRef
}

interface FullType extends Described {
  readonly kind: string
  readonly specifiedByURL: string | null
  readonly fields: readonly Field[] | null
  readonly inputFields: readonly InputValue[] | null
  readonly interfaces: readonly TypeRef[] | null
  readonly enumValues: readonly Deprecable[] | null
  readonly possibleTypes: readonly TypeRef[] | null
}

interface Directive extends Described {
  readonly isRepeatable: boolean
  readonly locations: readonly string[]
  readonly args: readonly InputValue[]
}

export interface Schema {
  readonly types: readonly FullType[]
  readonly directives: readonly Directive[]
}

export interface Introspection {
  readonly __schema: Schema
}

const TYPE = `kind name ${'ofType { kind name '.repeat(5)}${'}'.repeat(5)}`
const INPUT = `name description isDeprecated deprecationReason defaultValue type { ${TYPE} }`

export const INTROSPECTION = `{
  __schema {
    types {
      kind name description specifiedByURL
      fields(includeDeprecated: true) {
        name description isDeprecated deprecationReason type { ${TYPE} }
        args(includeDeprecated: true) { ${INPUT} }
      }
      inputFields(includeDeprecated: true) { ${INPUT} }
      interfaces { kind name }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
      possibleTypes { kind name }
    }
    directives { name description isRepeatable locations args(includeDeprecated: true) { ${INPUT} } }
  }
}`

const SPECIFIED_SCALARS = new Set(['Int', 'Float', 'String', 'Boolean', 'ID'])
const SPECIFIED_DIRECTIVES = new Set(['include', 'skip', 'deprecated', 'specifiedBy', 'oneOf'])
const REASON_DEFAULT = 'No longer supported'
const LINE_MOST = 70

/** Digits by their number, everything else by its code. */
const compare = (a: string, b: string): number => {
  const left = a.split(/(\d+)/)
  const right = b.split(/(\d+)/)
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? ''
    if (part === other) continue
    const difference = Number(part) - Number(other)
    if (/^\d+$/.test(part) && /^\d+$/.test(other) && difference !== 0) return difference
    return part < other ? -1 : 1
  }
  return left.length - right.length
}

const sorted = <T extends { readonly name: string | null }>(list: readonly T[] | null): T[] =>
  [...(list ?? [])].sort((a, b) => compare(a.name ?? '', b.name ?? ''))

const typeText = ({ kind, name, ofType }: TypeRef): string => {
  if (kind === 'NON_NULL' && ofType) return `${typeText(ofType)}!`
  return kind === 'LIST' && ofType ? `[${typeText(ofType)}]` : (name ?? '')
}

const quoted = (description: string): string => {
  const text = description.replaceAll('"""', '\\"""')
  const isShort = !text.includes('\n') && description.length <= LINE_MOST && !/["\\]$/.test(text)
  return isShort ? `"""${text}"""` : `"""\n${text}\n"""`
}

/** Before its definition; apart from the one above, unless it is the first. */
const description = ({ description: text }: Described, indent = '', isFirst = true): string => {
  if (text === null) return ''
  const gap = indent !== '' && !isFirst ? '\n' : ''
  return `${gap}${indent}${quoted(text).replaceAll('\n', `\n${indent}`)}\n`
}

const deprecation = ({ isDeprecated, deprecationReason }: Deprecable): string => {
  if (!isDeprecated) return ''
  const reason = deprecationReason ?? REASON_DEFAULT
  return reason === REASON_DEFAULT ? ' @deprecated' : ` @deprecated(reason: ${JSON.stringify(reason)})`
}

const inputText = (input: InputValue): string =>
  `${input.name}: ${typeText(input.type)}${input.defaultValue === null ? '' : ` = ${input.defaultValue}`}${deprecation(input)}`

const argumentsText = (args: readonly InputValue[], indent = ''): string => {
  const list = sorted(args)
  if (list.length === 0) return ''
  if (list.every((argument) => argument.description === null)) return `(${list.map(inputText).join(', ')})`
  const inner = `${indent}  `
  const lines = list.map(
    (argument, index) => `${description(argument, inner, index === 0)}${inner}${inputText(argument)}`,
  )
  return `(\n${lines.join('\n')}\n${indent})`
}

const block = <T extends Described>(items: readonly T[], line: (item: T) => string): string => {
  const lines = sorted(items).map((item, index) => `${description(item, '  ', index === 0)}  ${line(item)}`)
  return lines.length === 0 ? '' : ` {\n${lines.join('\n')}\n}`
}

const fieldText = (field: Field): string =>
  `${field.name}${argumentsText(field.args, '  ')}: ${typeText(field.type)}${deprecation(field)}`

const implementing = ({ interfaces }: FullType): string => {
  const names = sorted(interfaces).map(({ name }) => name)
  return names.length === 0 ? '' : ` implements ${names.join(' & ')}`
}

const specified = ({ specifiedByURL }: FullType): string =>
  specifiedByURL === null ? '' : ` @specifiedBy(url: ${JSON.stringify(specifiedByURL)})`

const DEFINITIONS: Readonly<Record<string, (type: FullType) => string>> = {
  SCALAR: (type) => `scalar ${type.name}${specified(type)}`,
  OBJECT: (type) => `type ${type.name}${implementing(type)}${block(type.fields ?? [], fieldText)}`,
  INTERFACE: (type) => `interface ${type.name}${implementing(type)}${block(type.fields ?? [], fieldText)}`,
  UNION: (type) =>
    `union ${type.name} = ${sorted(type.possibleTypes)
      .map(({ name }) => name)
      .join(' | ')}`,
  ENUM: (type) => `enum ${type.name}${block(type.enumValues ?? [], (value) => `${value.name}${deprecation(value)}`)}`,
  INPUT_OBJECT: (type) => `input ${type.name}${block(type.inputFields ?? [], inputText)}`,
}

const directiveText = (directive: Directive): string =>
  `${description(directive)}directive @${directive.name}${argumentsText(directive.args)}${
    directive.isRepeatable ? ' repeatable' : ''
  } on ${[...directive.locations].sort(compare).join(' | ')}`

export const schemaText = ({ types, directives }: Schema): string => {
  const own = sorted(types).filter(({ name }) => !name.startsWith('__') && !SPECIFIED_SCALARS.has(name))
  return `${[
    ...sorted(directives.filter(({ name }) => !SPECIFIED_DIRECTIVES.has(name))).map(directiveText),
    ...own.map((type) => `${description(type)}${DEFINITIONS[type.kind]?.(type) ?? ''}`),
  ].join('\n\n')}\n`
}
