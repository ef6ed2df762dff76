import { z } from 'zod';
import { connectionName } from '../settings/fields';
import type { DestinationKind, EditableKind } from './kind';
import { DESTINATION_KINDS } from './kinds';

type Kinds = typeof DESTINATION_KINDS;
type SettingsOf<All extends readonly DestinationKind[]> = { [Each in keyof All]: All[Each]['settings'] };

/** `map` forgets which kind stands at which place. */
const settings = DESTINATION_KINDS.map((kind) => kind.settings) as unknown as SettingsOf<Kinds>;

/** Destinations of lead syncs in the configuration. Tasks have the name, the worker has the secrets. */
export const destinationsSchema = z.record(connectionName, z.discriminatedUnion('type', settings)).default({});

export type DestinationsConfig = z.output<typeof destinationsSchema>;
export type DestinationType = Kinds[number]['type'];
export const DESTINATION_TYPES = DESTINATION_KINDS.map(({ type }) => type);

/** @param type of a destination that a schema has checked */
export function kindOf(type: string): DestinationKind {
	const kind = DESTINATION_KINDS.find((each) => each.type === type);
	if (kind === undefined) throw new Error(`No kind of destination has the type "${type}".`);
	return kind;
}

/** Those that people can create at the gateway. */
export const EDITABLE_KINDS = DESTINATION_KINDS.flatMap(({ type, title, editable }: DestinationKind) =>
	editable === null ? [] : [{ type, title, editable }],
);

export type ListedEditableKind = (typeof EDITABLE_KINDS)[number];

/** A request that names no type is about one of these. */
export const DEFAULT_EDITABLE_TYPE = 'webhook';

export function editableKindOf(type: string): EditableKind {
	const { editable } = kindOf(type);
	if (editable === null) throw new Error(`Destinations of the type "${type}" stand in the configuration file alone.`);
	return editable;
}

/** A schema for each editable kind as one: by their `type` if there are several. The settings have no static type. */
export function schemaOfKinds<Schema extends z.ZodObject>(
	make: (kind: ListedEditableKind) => Schema,
): z.ZodType<z.output<Schema> & Record<string, unknown>, z.input<Schema> & Record<string, unknown>> {
	const [first, ...others] = EDITABLE_KINDS.map(make);
	if (first === undefined) throw new Error('No kind of destination is editable.');
	const schema: z.ZodType = others.length === 0 ? first : z.discriminatedUnion('type', [first, ...others]);
	return schema as ReturnType<typeof schemaOfKinds<Schema>>;
}
