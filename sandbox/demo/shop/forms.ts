import { itemAt } from './visitors';

/** What visitors write into the shop's form, besides name, address and telephone number. */

type Fields = Record<string, string | number | boolean>;

const PRODUCTS = ['Skerry rain jacket', 'Fell backpack', 'Moor boots', 'Tarn fleece', 'Cairn trousers'] as const;
const SIZES = ['S', 'M', 'L', 'XL'] as const;
const BROKEN = ['Zip of a jacket from 2021', 'Buckle of a backpack', 'Seam at the shoulder', 'Sole of a boot'] as const;
const COMPANIES = ['Nordlys Outdoor', 'Hillside Sports', 'Casa da Serra', 'Tidewater Tours', 'Alpenladen'] as const;
const CAMPAIGNS = ['autumn-rain', 'newsletter', 'harbour-fair', 'none'] as const;

const purchase = (number: number): Fields => ({
	interest: itemAt(PRODUCTS, number),
	size: itemAt(SIZES, number + Math.floor(number / 4)),
	newsletter: number % 3 !== 0,
});
const repair = (number: number): Fields => ({
	interest: 'Repair',
	item: itemAt(BROKEN, number),
	orderNumber: `HP-${3100 + (number % 900)}`,
});
const gift = (number: number): Fields => ({ interest: 'Gift card', budget: 25 * (1 + (number % 8)) });
const wholesale = (number: number): Fields => ({
	interest: 'Wholesale',
	company: itemAt(COMPANIES, number),
	pieces: 20 * (1 + (number % 12)),
	newsletter: true,
});

const FORMS = {
	agent_support: [purchase, repair, purchase, gift],
	agent_sales: [purchase, wholesale, wholesale, gift],
} as const;

/** The fields of the form with this number. The same number always has the same fields. */
export function formOf(agentId: keyof typeof FORMS, number: number): Fields {
	const fields = itemAt(FORMS[agentId], number)(number);
	return { ...fields, campaign: itemAt(CAMPAIGNS, number + Math.floor(number / 7)) };
}

export type ShopAgentId = keyof typeof FORMS;
