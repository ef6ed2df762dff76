/** Ids that no request can carry, by what is wrong with them, with what is said of it. */
export const UNFIT: Array<[what: string, id: string, said: RegExp]> = [
	['an empty one', '', /empty/],
	['a step that stays', '.', /step in the path/],
	['a step that climbs', '..', /step in the path/],
	['half of a character', 'agent\ud83d', /half of a character/],
	['the other half', '\ude00agent', /half of a character/],
	['one of 256 bytes', 'a'.repeat(256), /256 bytes/],
	['one of 256 bytes in 128 characters', 'é'.repeat(128), /256 bytes/],
	['one of 100,000 bytes', 'x'.repeat(100_000), /100000 bytes/],
];

/** Ids that merely need encoding, or look like more than they are. */
export const FIT = [
	'shop/eu',
	'../agents',
	'two words',
	'50%',
	'a#b',
	'a?b=c&d',
	'a+b',
	'a\\b',
	"o'neill",
	'müller',
	'エージェント',
	'🙂',
	'...',
	'.a',
	'%2e%2e',
	'..%2f..',
	'a:b@c;d,e',
	'x'.repeat(255),
];
