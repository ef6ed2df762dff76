/** Where generated visitors are. */
export const PLACES = [
	{ city: 'Bergen', country: 'Norway', countryCode: 'NO' },
	{ city: 'Lisbon', country: 'Portugal', countryCode: 'PT' },
	{ city: 'Osaka', country: 'Japan', countryCode: 'JP' },
	{ city: 'Lyon', country: 'France', countryCode: 'FR' },
	{ city: 'Toronto', country: 'Canada', countryCode: 'CA' },
	{ city: 'Nairobi', country: 'Kenya', countryCode: 'KE' },
	{ city: 'Leipzig', country: 'Germany', countryCode: 'DE' },
	{ city: 'Austin', country: 'United States', countryCode: 'US' },
	{ city: 'Recife', country: 'Brazil', countryCode: 'BR' },
	{ city: 'Mumbai', country: 'India', countryCode: 'IN' },
] as const;

/** Rows of a common table `places (number, city, country, country_code)`, for generating inside the database. */
export const PLACE_ROWS = PLACES.map(
	({ city, country, countryCode }, number) => `(${number}, '${city}', '${country}', '${countryCode}')`,
).join(', ');
