import type { FieldForm } from '../api/types';

/** The list of the gateway whose items a field names. */
export type Source = NonNullable<FieldForm['choicesFrom']>;

interface TextKind {
	is: 'text';
	isLong: boolean;
	/** Characters. Null: no limit. */
	longest: number | null;
	format: 'email' | 'uri' | null;
	/** Null: any text. */
	from: Source | null;
}

interface NumberKind {
	is: 'number';
	least: number | null;
	most: number | null;
	unit: NonNullable<FieldForm['unit']> | null;
}

/** How a field is filled in, and what it may hold. */
export type Kind =
	| TextKind
	| NumberKind
	| { is: 'yes-no' }
	/** `isYesNo`: `yes` stands for true, and `no` for false. */
	| { is: 'choice'; options: ReadonlyArray<readonly [value: string, words: string]>; isYesNo?: true }
	| { is: 'date' }
	| { is: 'texts'; each: TextKind; item: string; most: number | null }
	/** A value for each of several names, such as `question=Frage`. */
	| { is: 'named'; names: readonly string[]; item: string }
	/** An object whose fields another schema describes. */
	| { is: 'json' }
	| { is: 'rows'; variants: readonly Variant[]; item: string; most: number | null }
	| { is: 'upload'; nameInto: string | null };

export type KindOf<Is extends Kind['is']> = Extract<Kind, { is: Is }>;

/** One form of a row, which its `type` names. */
export interface Variant {
	type: string;
	label: string;
	fields: readonly Field[];
}

/** A field of a form. */
export interface Field {
	/** As the API has it. */
	name: string;
	label: string;
	/** Empty: the label says it all. */
	help: string;
	isRequired: boolean;
	/** Most people keep the default. */
	isRare: boolean;
	kind: Kind;
	/** The default of the API. Undefined: none. */
	preset: unknown;
}

/** What somebody typed into a field, as they typed it. A list has one item a line, a duration is `7 days`. */
export type Typed = string | boolean | readonly TypedForm[];

/** What somebody typed into a form, by the names of its fields. */
export interface TypedForm {
	readonly [name: string]: Typed;
}

/** Of a date field that holds a part of a date. Browsers do not show which part. */
export const INCOMPLETE_DATE = 'incomplete';

export function textIn(form: TypedForm, name: string): string {
	const typed = form[name];
	return typeof typed === 'string' ? typed : '';
}

/** The items of a list: one a line, or separated by commas. */
export function itemsIn(typed: string): string[] {
	return typed
		.split(/[\n,;]/)
		.map((item) => item.trim())
		.filter((item) => item !== '');
}
