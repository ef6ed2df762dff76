/** Longest name or value of a label, in characters, as Kubernetes has it. */
export const LONGEST_PART = 63;
const MOST_REQUIREMENTS = 20;

const PART = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?$/u;

/** Whether it can be the name or the value of a label. */
export function isLabelPart(text: string): boolean {
	return text.length <= LONGEST_PART && PART.test(text);
}

/** Labels of a connection: `{ client: 'acme', region: 'eu' }`. */
export type Labels = Readonly<Record<string, string>>;

/** One requirement on the labels. `notin` also holds for a connection without the label. */
export interface Requirement {
	label: string;
	operator: 'in' | 'notin' | 'exists' | 'absent';
	/** Empty for `exists` and `absent`. */
	values: readonly string[];
}

/** All requirements hold. */
export type Selector = readonly Requirement[];

/** @throws Error if the text is none: `selectorSchema` has checked it */
export function parseSelector(text: string): Selector {
	const selector = readSelector(text);
	if (typeof selector === 'string') throw new Error(`"${text}" is not a selector: ${selector}.`);
	return selector;
}

/** A selector as people write it, such as `client=acme,region in (eu,us),!internal`, or what is wrong with it. */
export function readSelector(text: string): Selector | Wrong {
	const requirements = splitOutside(text.normalize('NFC')).map((each) => requirement(each.trim()));
	const wrong = requirements.find((each) => typeof each === 'string');
	if (wrong !== undefined) return wrong;
	if (requirements.length > MOST_REQUIREMENTS) return `it has more than ${MOST_REQUIREMENTS} requirements`;
	return requirements.filter((each) => typeof each !== 'string');
}

/** Whether a connection with these labels is selected. */
export function isSelected(selector: Selector, labels: Labels): boolean {
	return selector.every(({ label, operator, values }) => {
		const own = Object.hasOwn(labels, label) ? labels[label] : undefined;
		switch (operator) {
			case 'exists':
				return own !== undefined;
			case 'absent':
				return own === undefined;
			case 'in':
				return own !== undefined && values.includes(own);
			case 'notin':
				return own === undefined || !values.includes(own);
		}
	});
}

/** What is wrong with a requirement, as the end of a sentence. */
type Wrong = string;

/** At the commas that stand outside of parentheses. */
function splitOutside(text: string): string[] {
	const parts: string[] = [];
	let current = '';
	let depth = 0;
	for (const character of text) {
		if (character === '(') depth += 1;
		if (character === ')') depth -= 1;
		if (character === ',' && depth === 0) {
			parts.push(current);
			current = '';
		} else current += character;
	}
	return [...parts, current];
}

const FORMS = 'client=acme, client!=acme, client in (acme,other), client notin (acme), client, !client';
const IN_LIST = /^(\S+) +(in|notin) *\(([^()]*)\)$/;
const COMPARED = /^([^=!\s]+) *(==|!=|=) *([^=!\s]+)$/;

function requirement(text: string): Requirement | Wrong {
	const list = IN_LIST.exec(text);
	if (list !== null) {
		const [, label = '', operator, values = ''] = list;
		return valid({
			label,
			operator: operator === 'in' ? 'in' : 'notin',
			values: values.split(',').map((each) => each.trim()),
		});
	}
	const compared = COMPARED.exec(text);
	if (compared !== null) {
		const [, label = '', operator, wanted = ''] = compared;
		return valid({ label, operator: operator === '!=' ? 'notin' : 'in', values: [wanted] });
	}
	if (text.startsWith('!')) return valid({ label: text.slice(1).trim(), operator: 'absent', values: [] });
	return valid({ label: text, operator: 'exists', values: [] });
}

function valid(found: Requirement): Requirement | Wrong {
	const wrong = [found.label, ...found.values].find((each) => !isLabelPart(each));
	return wrong === undefined ? found : `"${wrong}" is no label or value; the forms are: ${FORMS}`;
}
