import type { INodeProperties, INodePropertyRegexValidation } from 'n8n-workflow';

/** A form that the service demands of a text. A field names it as `typeOptions.form`. */
export type TextForm = keyof typeof FORMS;

const WHOLE_NUMBER = /^[1-9]\d*$/;
/** The same as in `api/schemas/email-address.ts`, which a node cannot import. A test compares the two. */
export const EMAIL_ADDRESS =
	/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u;

const POSITIVE = 'must be a positive whole number';

/** Each says what is wrong with a text, as the end of a sentence about the field. Null if nothing is. */
const FORMS = {
	wholeNumber: (text: string) => unless(WHOLE_NUMBER.test(text), text, POSITIVE),
	emailAddress: (text: string) => unless(EMAIL_ADDRESS.test(text), text, 'must be an email address'),
	emailAddresses(text: string) {
		const wrong = addressesIn(text).find((address) => !EMAIL_ADDRESS.test(address));
		return wrong === undefined ? null : `contains "${start(wrong)}", which is not an email address`;
	},
	emailSession: (text: string) => unless(/^email:./.test(text), text, 'must start with "email:"'),
	webAddress: (text: string) => unless(isWebAddress(text), text, 'must be a web address such as https://example.com'),
	filled: () => null,
} as const satisfies Record<string, (text: string) => string | null>;

/** @returns the end of a sentence about the field; null if the text is valid */
export function textProblem({ required, typeOptions, modes }: INodeProperties, value: string): string | null {
	const text = value.trim();
	const form = formOf(typeOptions?.form);
	if (text === '' && form === 'wholeNumber') return `${POSITIVE}, but is empty`;
	if (text === '') return required === true || form === 'filled' ? 'is empty' : null;
	const problem = form === undefined ? null : FORMS[form](text);
	return problem ?? modes?.map((mode) => modeProblem(mode, text)).find((one) => one !== null) ?? null;
}

/** What a value that is no text must be, as the beginning of the end of a sentence. */
export function wantedText({ typeOptions }: INodeProperties): string {
	return formOf(typeOptions?.form) === 'wholeNumber' ? POSITIVE : 'must be text';
}

/** Addresses as people type them: separated by commas, semicolons or line breaks. */
export function addressesIn(text: string): string[] {
	return text.split(/[,;\s]+/).filter((address) => address !== '');
}

/** The first characters of a text. n8n's database refuses half of a surrogate pair, so it never cuts one. */
export function start(text: string): string {
	return text
		.slice(0, 60)
		.replace(/\p{Surrogate}$/u, '')
		.toWellFormed();
}

function formOf(name: unknown): TextForm | undefined {
	return typeof name === 'string' && Object.hasOwn(FORMS, name) ? (name as TextForm) : undefined;
}

/** The editor applies these rules to typed text, but not to the value of an expression. */
function modeProblem({ validation }: NonNullable<INodeProperties['modes']>[number], text: string): string | null {
	for (const rule of validation ?? []) {
		if (!isRegex(rule)) continue;
		const { regex, errorMessage } = rule.properties;
		if (!new RegExp(regex).test(text)) return `is "${start(text)}". ${errorMessage}`;
	}
	return null;
}

function isRegex(rule: object): rule is INodePropertyRegexValidation {
	return 'type' in rule && rule.type === 'regex';
}

function isWebAddress(text: string): boolean {
	return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function unless(fits: boolean, text: string, problem: string): string | null {
	return fits ? null : `${problem}, but is "${start(text)}"`;
}
