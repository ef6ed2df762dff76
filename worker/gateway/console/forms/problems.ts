/** What the words of a problem need of a field. */
interface Field {
	name: string;
	label: string;
}

/** What is wrong with one field. */
export interface FieldProblem {
	/** The names and numbers that lead to the field: `sources.0.url`. */
	path: string;
	/** Continues the name of the field: `is missing`. */
	message: string;
}

/** The problems of a field, and of the parts of its list, with the rest of their paths. */
export function problemsAt(problems: readonly FieldProblem[], name: string): FieldProblem[] {
	return problems.flatMap(({ path, message }) => {
		if (path === name) return [{ path: '', message }];
		return path.startsWith(`${name}.`) ? [{ path: path.slice(name.length + 1), message }] : [];
	});
}

/** Those that no field shows. */
export function problemsBeside(problems: readonly FieldProblem[], names: readonly string[]): FieldProblem[] {
	return problems.filter(({ path }) => !names.some((name) => path === name || path.startsWith(`${name}.`)));
}

/** The problems without those of a field, once somebody has changed it. */
export function withoutProblemsAt(problems: readonly FieldProblem[], name: string): FieldProblem[] {
	return problems.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

/**
 * A problem as a sentence about a field, in the words of the form.
 * @param label of the field
 * @param fields of the form, whose names the gateway's message may use
 */
export function sentenceOf(label: string, message: string, fields: readonly Field[] = []): string {
	const words = withLabels(message, fields);
	const text = continuesName(words) ? `${label} ${words}` : `${label}: ${words}`;
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A problem of a field or of a line of its list, as a sentence: `To, line 2, is not an email address.` */
export function sentenceAt(label: string, { path, message }: FieldProblem, fields: readonly Field[] = []): string {
	if (!/^\d+$/.test(path)) return sentenceOf(label, message, fields);
	const line = `${label}, line ${Number(path) + 1}`;
	return sentenceOf(continuesName(message) ? `${line},` : line, message, fields);
}

function continuesName(message: string): boolean {
	return /^[a-z]/.test(message);
}

/** Replaces names of the API: those of two words, and others after "and" and "or", where they can only be names. */
function withLabels(message: string, fields: readonly Field[]): string {
	return fields.reduce((text, { name, label }) => {
		const pattern = /[A-Z]/.test(name) ? `\\b${name}\\b` : `(?<=\\b(?:and|or) )${name}\\b(?=[:;,.]| have )`;
		return text.replace(new RegExp(pattern, 'g'), `“${label}”`);
	}, message);
}
