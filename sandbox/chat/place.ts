import type { ChatBody } from '../../api';
import { tellingWords } from '../knowledge/match-expression';

type Location = NonNullable<ChatBody['location']>;

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its ISO 3166 code; undefined for anything else. */
export function countryName(code: string): string | undefined {
	return /^[a-z]{2}$/i.test(code) ? countryNames.of(code.toUpperCase()) : undefined;
}

/** A location in words, from the smallest to the largest: "Bergen, Vestland, Norway". Empty when nothing is known. */
export function placeName(location: Location = {}): string {
	const { city, region, country, countryCode } = location;
	const land = country ?? (countryCode === undefined ? undefined : countryName(countryCode));
	return [city, region, land].filter((part) => part !== undefined && part !== '').join(', ');
}

/** The words by which a passage may name the place. */
export function placeWords(location: Location | undefined): string[] {
	return tellingWords(placeName(location)).slice(0, 8);
}
