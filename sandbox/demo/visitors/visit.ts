import { formOf, type ShopAgentId } from '../shop/forms';
import { itemAt, type Visitor, visitorAt } from '../shop/visitors';

/** What an imagined visitor does. At least one of question and form is there. */
export interface Visit {
	agentId: ShopAgentId;
	visitor: Visitor;
	question: string | null;
	/** The fields of the form that they send. */
	form: Record<string, string | number | boolean> | null;
}

/** Number of the first visitor whom no record of the seed names. */
const FIRST_VISITOR = 300;

/** Questions that the website, the texts or the Q&A pairs of the seed answer. */
const ANSWERED = [
	'How much does a new zip cost?',
	'How long does shipping within the European Union take?',
	'Can I pay cash on delivery?',
	'When do I get my refund?',
	'What are the opening hours in winter?',
	'How long can I return something?',
	'Is the Fell backpack waterproof?',
	'How do I redeem a gift card?',
] as const;

/** Questions that nothing in the seed answers. */
const UNANSWERED = [
	'Do you rent skis?',
	'Where are your sheep from?',
	'May my dog come along?',
	'Do you offer climbing courses?',
	'Are your tents fireproof?',
] as const;

type Kind = 'question and form' | 'form' | 'question' | 'unanswered question';

/** Two of three leave their details. */
const KINDS: readonly Kind[] = [
	...(['question and form', 'form', 'question', 'question and form', 'unanswered question', 'form'] as const),
];

/** The visit with this number, from 0. The same number is always the same visit. */
export function visitAt(number: number): Visit {
	const kind = itemAt(KINDS, number);
	const agentId = number % 4 === 3 ? 'agent_sales' : 'agent_support';
	return {
		agentId,
		visitor: visitorAt(FIRST_VISITOR + number),
		question: questionOf(kind, number),
		form: kind === 'form' || kind === 'question and form' ? formOf(agentId, number) : null,
	};
}

function questionOf(kind: Kind, number: number): string | null {
	if (kind === 'form') return null;
	return itemAt(kind === 'unanswered question' ? UNANSWERED : ANSWERED, Math.floor(number / 2));
}
