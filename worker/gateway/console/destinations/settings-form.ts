import type { DestinationType, StoredDestination } from '../api/types';
import type { Field, Typed, TypedForm } from '../forms/field';
import { fieldsOf, type FieldSchema } from '../forms/fields-of';
import { inputOf } from '../forms/input';
import type { FieldProblem } from '../forms/problems';
import { typedForm } from '../forms/typed';
import { sourceWords } from '../words/sources';
import { type ChosenFields, chosenOf, fieldsOf as chosenFieldsOf } from './chosen-fields';

/** A setting of a destination in its form. */
export type Setting =
	| { is: 'plain'; field: Field; isReceiver: boolean }
	/** What of a lead is sent. */
	| { is: 'sources'; name: string; label: string; help: string };

/** What stands in the form: the name, and each setting as typed. */
export interface Values {
	readonly name: string;
	readonly [setting: string]: Typed | ChosenFields;
}

/** The settings of a type that can be created here, from their JSON Schema. */
export function settingsOf({ settingsSchema }: Pick<DestinationType, 'settingsSchema'>): Setting[] {
	const { properties = {}, required = [] } = (settingsSchema ?? {}) as FieldSchema;
	return Object.entries(properties).flatMap(([name, schema]): Setting[] => {
		const { isLeadSources, isReceiver, help = '' } = schema['x-form'] ?? {};
		if (isLeadSources === true) return [{ is: 'sources', name, label: schema.title ?? name, help }];
		const fields = fieldsOf({ properties: { [name]: schema }, required });
		return fields.map((field) => ({ is: 'plain', field, isReceiver: isReceiver === true }));
	});
}

/** @param stored null: a new one */
export function valuesOf(settings: readonly Setting[], stored: StoredDestination | null): Values {
	const chosen = sourcesIn(settings).map(({ name }) => [name, chosenOf(sourcesAt(stored, name))] as const);
	return {
		...typedForm(plainIn(settings), stored ?? {}),
		...Object.fromEntries(chosen),
		name: stored?.name ?? '',
	};
}

/** What the form sends, beside the name, and what is wrong with it. */
export function inputIn(settings: readonly Setting[], values: Values) {
	const { input, problems } = inputOf(plainIn(settings), typedIn(settings, values));
	const chosen = sourcesIn(settings).map(({ name }) => [name, chosenFieldsOf(chosenIn(values, name))] as const);
	const none = chosen.flatMap(([name, sources]): FieldProblem[] =>
		sources?.length === 0 ? [{ path: name, message: 'names nothing. Choose at least one field' }] : [],
	);
	return { input: { ...input, ...Object.fromEntries(chosen) }, problems: [...problems, ...none] };
}

/** What was typed, without the name and what is chosen of a lead. */
export function typedIn(settings: readonly Setting[], values: Values): TypedForm {
	return Object.fromEntries(plainIn(settings).map(({ name }) => [name, values[name] as Typed]));
}

export function chosenIn(values: Values, name: string): ChosenFields {
	return values[name] as ChosenFields;
}

/** The stored settings as sentences for people. */
export function settingWords(settings: readonly Setting[], stored: StoredDestination): string[] {
	return settings.map((setting) => {
		if (setting.is === 'plain') return String(stored[setting.field.name]);
		return sourcesAt(stored, setting.name)?.map(sourceWords).join('; ') ?? 'Everything';
	});
}

function sourcesAt(stored: StoredDestination | null, name: string): readonly string[] | null {
	return (stored?.[name] ?? null) as readonly string[] | null;
}

function plainIn(settings: readonly Setting[]): Field[] {
	return settings.flatMap((setting) => (setting.is === 'plain' ? [setting.field] : []));
}

function sourcesIn(settings: readonly Setting[]) {
	return settings.filter((setting) => setting.is === 'sources');
}
