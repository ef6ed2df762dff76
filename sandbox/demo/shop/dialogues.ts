/** A visitor's question with the agent's answer. Null if the agent had no answer. */
export type Turn = readonly [question: string, answer: string | null];

/** What visitors talked about. Each list is one conversation. */
export const DIALOGUES: ReadonlyArray<readonly Turn[]> = [
	[
		['Where is my parcel? Order HP-3127.', 'The tracking link is in the mail about your order.'],
		['And how long does it take to Norway?', 'Elsewhere than in the European Union it takes 7 to 14 working days.'],
	],
	[['Which size of the Skerry jacket fits a chest of 98 cm?', 'A chest of 93 to 100 cm is size M.']],
	[
		['Can I send boots back that I wore outside?', null],
		['Who decides that?', 'Our team. Leave your address in the form, and a person answers you.'],
	],
	[
		['Do you repair zips?', 'Yes: seams, zips and buckles.'],
		['What does it cost?', 'A torn seam costs 15 euros, a new zip 25 euros. Within the guarantee both are free.'],
		['Great, thank you!', 'You are welcome. Send it in with a note that says what is broken.'],
	],
	[['Is there a discount for students?', null]],
	[['Can I still change my order?', 'Yes, within one hour. After that it is being packed.']],
	[
		['Is the Fell backpack waterproof?', 'It keeps out rain. For a river, use a liner.'],
		['Do you have it in green?', null],
	],
	[['Can I pay when it is delivered?', 'Yes, within the country, for 3 euros more.']],
	[
		['Do Moor boots run small?', 'Yes. Take half a size more than usual.'],
		['I wear 41 and a half.', 'Then take 42. If it does not fit, order another size and return the first.'],
	],
	[['How long does a refund take?', 'Five working days after the parcel has arrived.']],
	[['Do you ship to the Azores?', null]],
	[
		['Which ways to pay are there?', 'Card, bank transfer, and cash on delivery within the country.'],
		['No instalments?', null],
	],
	[['When is the shop at the harbour open?', 'From Tuesday to Saturday. In winter from 11:00 to 17:00.']],
	[
		['How do I wash the Skerry jacket?', 'At 30 degrees, without softener. Proof it again after five washes.'],
		['With which spray?', 'Any without fluorocarbons.'],
	],
	[['Is shipping free?', 'Within the country, from an order value of 80 euros.']],
	[['Can you embroider a name on a jacket?', null]],
];

/** The agent's reply if it has no answer. */
export const NO_ANSWER = 'I could not find an answer to that. Leave your address, and the team will write to you.';

export const CHANNELS = ['website', 'website', 'whatsapp', 'website', 'instagram'] as const;
