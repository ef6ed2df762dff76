/** Invented visitors of the shop. Their addresses are below `.example`, where no mail can go. */

export interface Visitor {
	name: string;
	email: string;
	phone: string | null;
	city: string;
	country: string;
	countryCode: string;
}

interface Land {
	country: string;
	countryCode: string;
	dialCode: string;
	/** Domain of the mail provider. */
	mail: string;
	givenNames: readonly string[];
	familyNames: readonly string[];
	cities: readonly string[];
}

const land = (
	[country, countryCode, dialCode, mail]: readonly [string, string, string, string],
	[givenNames, familyNames, cities]: readonly [string, string, string],
): Land => ({
	country,
	countryCode,
	dialCode,
	mail,
	givenNames: givenNames.split(', '),
	familyNames: familyNames.split(', '),
	cities: cities.split(', '),
});

/** Six given and six family names each: 36 people a country. */
const LANDS: readonly Land[] = [
	land(
		['Norway', 'NO', '47', 'fjordpost.example'],
		['Ingrid, Lars, Solveig, Henrik, Marit, Jonas', 'Solheim, Hagen, Bakke, Lie, Moen, Strand', 'Bergen, Oslo, Tromsø'],
	),
	land(
		['Germany', 'DE', '49', 'post-aus.example'],
		[
			'Lena, Jürgen, Mareike, Tobias, Anke, Felix',
			'Vogt, Brandt, Köhler, Winter, Seidel, Busch',
			'Leipzig, Hamburg, Köln',
		],
	),
	land(
		['Portugal', 'PT', '351', 'correio.example'],
		[
			'Mateus, Inês, Tiago, Beatriz, Rui, Catarina',
			'Rocha, Almeida, Pinto, Carvalho, Neves, Lopes',
			'Lisbon, Porto, Faro',
		],
	),
	land(
		['France', 'FR', '33', 'courrier.example'],
		[
			'Camille, Hugo, Élodie, Bastien, Manon, Théo',
			'Girard, Lefèvre, Moreau, Roux, Blanc, Faure',
			'Lyon, Nantes, Lille',
		],
	),
	land(
		['United Kingdom', 'GB', '44', 'letterbox.example'],
		[
			'Harriet, Owen, Priya, Callum, Imogen, Rhys',
			'Whitfield, Barlow, Hughes, Patel, Sutton, Reid',
			'Leeds, Bristol, Cardiff',
		],
	),
	land(
		['Japan', 'JP', '81', 'tegami.example'],
		['Haruka, Kenji, Yui, Sota, Aoi, Ren', 'Mori, Tanaka, Fujita, Ono, Hayashi, Ishii', 'Osaka, Sapporo, Kyoto'],
	),
	land(
		['Canada', 'CA', '1', 'northmail.example'],
		[
			'Noah, Amélie, Liam, Chloe, Gabriel, Maya',
			'Tremblay, Fraser, Gagnon, Singh, Doyle, Roy',
			'Toronto, Halifax, Calgary',
		],
	),
	land(
		['United States', 'US', '1', 'mailroom.example'],
		[
			'Daniel, Grace, Marcus, Elena, Tyler, Naomi',
			'Ortiz, Walker, Nguyen, Reyes, Cole, Bishop',
			'Austin, Denver, Boston',
		],
	),
	land(
		['Kenya', 'KE', '254', 'barua.example'],
		[
			'Wanjiru, Otieno, Achieng, Kiprono, Njeri, Baraka',
			'Kamau, Odhiambo, Mwangi, Chebet, Wafula, Njoroge',
			'Nairobi, Mombasa, Kisumu',
		],
	),
	land(
		['Brazil', 'BR', '55', 'cartas.example'],
		[
			'Larissa, Thiago, Juliana, Caio, Fernanda, Davi',
			'Lima, Barbosa, Teixeira, Moura, Cardoso, Ramos',
			'Recife, Curitiba, Salvador',
		],
	),
	land(
		['India', 'IN', '91', 'dak.example'],
		['Anjali, Rohan, Meera, Arjun, Kavya, Vikram', 'Rao, Iyer, Kapoor, Menon, Das, Joshi', 'Mumbai, Pune, Kochi'],
	),
	land(
		['Poland', 'PL', '48', 'listonosz.example'],
		[
			'Zofia, Jakub, Hanna, Marek, Ewa, Piotr',
			'Nowak, Zieliński, Kamiński, Lis, Baran, Sikora',
			'Gdańsk, Kraków, Wrocław',
		],
	),
];

const PEOPLE_OF_A_LAND = 36;

/** How many different people there are. Further visitors have the same names and another address. */
export const PEOPLE = LANDS.length * PEOPLE_OF_A_LAND;

/** The visitor with this number, from 0. The same number is always the same person. */
export function visitorAt(number: number): Visitor {
	const home = itemAt(LANDS, number);
	const person = Math.floor(number / LANDS.length) % PEOPLE_OF_A_LAND;
	const given = itemAt(home.givenNames, person);
	// Shifted by one in each round, so that every pair of names comes once.
	const family = itemAt(home.familyNames, person + Math.floor(person / home.givenNames.length));
	const name = `${given} ${family}`;
	const { country, countryCode } = home;
	return {
		name,
		email: `${mailName(name)}${number < PEOPLE ? '' : Math.floor(number / PEOPLE) + 1}@${home.mail}`,
		// One in five leaves no number. 555 01 is for inventions.
		phone: number % 5 === 2 ? null : `+${home.dialCode} 555 01 ${String(number % 1000).padStart(3, '0')}`,
		city: itemAt(home.cities, person + number),
		country,
		countryCode,
	};
}

function mailName(name: string): string {
	const plain = name.replaceAll('ø', 'o').replaceAll('ł', 'l').normalize('NFD').replaceAll(/\p{M}/gu, '');
	return plain.toLowerCase().replaceAll(/[^a-z]+/g, '.');
}

/** The item at this position of the endlessly repeated list. @throws RangeError for an empty list */
export function itemAt<Item>(items: readonly Item[], number: number): Item {
	const item = items[number % items.length];
	if (item === undefined) throw new RangeError('The list is empty.');
	return item;
}
