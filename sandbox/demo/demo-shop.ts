/** Sample data of a small outdoor shop after some weeks of business. It is the shop of the sandbox's website. */

export interface DemoVisitor {
	name: string;
	email: string;
	phone: string | null;
	city: string;
	country: string;
	countryCode: string;
}

const visitor = (
	name: string,
	phone: string | null,
	city: string,
	country: string,
	countryCode: string,
): DemoVisitor => ({
	...{ name, phone, city, country, countryCode },
	email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`,
});

export const VISITORS = [
	visitor('Ingrid Solheim', '+47 555 01 201', 'Bergen', 'Norway', 'NO'),
	visitor('Mateus Rocha', '+351 555 01 202', 'Lisbon', 'Portugal', 'PT'),
	visitor('Haruka Mori', null, 'Osaka', 'Japan', 'JP'),
	visitor('Camille Girard', '+33 555 01 204', 'Lyon', 'France', 'FR'),
	visitor('Noah Tremblay', '+1 555 0205', 'Toronto', 'Canada', 'CA'),
	visitor('Wanjiru Kamau', '+254 555 01 206', 'Nairobi', 'Kenya', 'KE'),
	visitor('Lena Vogt', null, 'Leipzig', 'Germany', 'DE'),
	visitor('Daniel Ortiz', '+1 555 0208', 'Austin', 'United States', 'US'),
	visitor('Beatriz Lima', '+55 555 01 209', 'Recife', 'Brazil', 'BR'),
	visitor('Anjali Rao', '+91 555 01 210', 'Mumbai', 'India', 'IN'),
	visitor('Oskar Lindqvist', '+46 555 01 211', 'Umeå', 'Sweden', 'SE'),
	visitor('Aoife Byrne', null, 'Galway', 'Ireland', 'IE'),
] as const;

/** The extra fields of the shop's form. */
export const FORMS = [
	{ interest: 'Skerry rain jacket', size: 'M', newsletter: true },
	{ interest: 'Fell backpack', budget: 180, newsletter: false },
	{ interest: 'Boots', size: '42', question: 'Do they run small?' },
	{ interest: 'Repair', item: 'Zip of a jacket from 2021', newsletter: true },
	{ interest: 'Wholesale', company: 'Nordlys Outdoor', pieces: 120 },
	{ interest: 'Gift card', budget: 50 },
] as const;

/** Visitors' questions with the agent's answers. Null if the agent had no answer. */
export const DIALOGUES: ReadonlyArray<ReadonlyArray<readonly [question: string, answer: string | null]>> = [
	[
		[
			'Where is my parcel? Order 4711.',
			'Parcels take two to four days. The tracking link is in the mail about your order.',
		],
		['And to Norway?', 'To Norway it takes four to six days.'],
	],
	[['Which size of the Skerry jacket fits a chest of 98 cm?', 'A chest of 96 to 101 cm is size M.']],
	[['Can I send boots back that I wore outside?', null]],
	[
		['Do you repair zips?', 'Yes: seams, zips and buckles, on older pieces too.'],
		['What does it cost?', 'A new zip costs 25 euros, including the return shipping.'],
		['Great, thank you!', 'You are welcome. Send the piece to our shop at the harbour.'],
	],
	[['Is there a discount for students?', null]],
	[['Can I still change my order?', 'Yes, within one hour. After that it is being packed.']],
	[
		['Is the Fell backpack waterproof?', 'It keeps out rain. For a river, use a liner.'],
		['Do you have it in green?', null],
	],
	[['Can I pay when it is delivered?', 'Yes, within the country you can pay cash on delivery.']],
];

export const CHANNELS = ['website', 'website', 'whatsapp', 'website', 'instagram'] as const;

export const PAIRS = [
	['Do you ship to islands?', 'Yes. It takes one day longer, and costs the same.'],
	['How long can I return something?', 'For 30 days, unworn, with the label on it. Return shipping is free.'],
	['Do you have a shop?', 'One, at the harbour, open from Tuesday to Saturday.'],
	['Can I pay cash on delivery?', 'Yes, within the country, up to 300 euros.'],
	['How do I wash the Skerry jacket?', 'At 30 degrees, without softener. Proof it again after five washes.'],
] as const;

export const TEXTS = [
	[
		'Opening hours in winter',
		'From November to March the shop at the harbour is open from Tuesday to Saturday, 11:00 to 17:00. On the days between Christmas and New Year it is closed.',
	],
	[
		'Care of boots',
		'Brush off mud when it is dry. Wax the leather twice a year, and after each wet week. Never dry boots on a heater: the sole comes off.',
	],
] as const;

/** A page that no longer exists, as the crawler reports it. */
export const BROKEN_PAGE = {
	name: 'https://shop.example.com/spring-catalogue',
	errorMessage: 'The page answered 404 Not Found.',
} as const;

/** Confirmations of one order each. Amounts are in hundredths. */
export const ORDERS = [
	{ amount: 4990, status: 'confirmed' },
	{ amount: 12900, status: 'confirmed' },
	{ amount: 7950, status: 'cancelled' },
	{ amount: 18900, status: 'confirmed' },
	{ amount: 2590, status: 'no_response' },
	{ amount: 9900, status: 'confirmed' },
	{ amount: 15900, status: 'pending' },
	{ amount: 6400, status: 'pending' },
] as const;
