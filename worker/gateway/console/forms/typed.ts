import { durationOf, typedDuration } from './duration';
import type { Field, Kind, KindOf, Typed, TypedForm } from './field';

/** An empty form, with the defaults of the API. */
export function emptyForm(fields: readonly Field[]): TypedForm {
	return typedForm(fields, {});
}

/** The form as somebody would have typed an input. */
export function typedForm(fields: readonly Field[], input: Readonly<Record<string, unknown>>): TypedForm {
	return Object.fromEntries(
		fields.map(({ name, kind, preset }) => [name, typedValue(kind, name in input ? input[name] : preset)]),
	);
}

/** Whether a field of a form has the default of the API. */
export function isPreset(field: Field, form: TypedForm): boolean {
	return JSON.stringify(form[field.name]) === JSON.stringify(emptyForm([field])[field.name]);
}

/** An empty row of a list of rows. */
export function emptyRow(kind: KindOf<'rows'>): TypedForm {
	const [first] = kind.variants;
	return first === undefined ? {} : { type: first.type, ...emptyForm(first.fields) };
}

function typedValue(kind: Kind, value: unknown): Typed {
	switch (kind.is) {
		case 'yes-no':
			return value === true;
		case 'number':
			if (kind.unit !== 'seconds') return plain(value);
			return typeof value === 'number' ? durationOf(value) : typedDuration({ amount: '', unit: 'minutes' });
		case 'texts':
			return Array.isArray(value) ? value.map(plain).join('\n') : '';
		case 'rows':
			return Array.isArray(value) ? (value as unknown[]).map((row) => typedRow(kind, row)) : [];
		case 'named':
			return typeof value === 'object' && value !== null
				? Object.entries(value)
						.map(([name, each]) => `${name}=${plain(each)}`)
						.join('\n')
				: '';
		case 'json':
			return isFilled(value) ? JSON.stringify(value, null, 2) : '';
		case 'choice':
			return kind.isYesNo === true && typeof value === 'boolean' ? (value ? 'yes' : 'no') : plain(value);
		case 'date':
			// A moment begins with its day.
			return plain(value).slice(0, 10);
		default:
			return plain(value);
	}
}

function isFilled(value: unknown): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function typedRow({ variants }: KindOf<'rows'>, row: unknown): TypedForm {
	const values = typeof row === 'object' && row !== null ? { ...row } : {};
	const { type } = values as { type?: unknown };
	const variant = variants.find((each) => each.type === type);
	return variant === undefined ? {} : { type: variant.type, ...typedForm(variant.fields, values) };
}

function plain(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
