import { useLocation } from 'preact-iso/router';
import { type Address, ADDRESSES } from '../addresses';
import { pathOf } from '../api/base-path';

/** The page of the console that the browser's address names. */
export function useAddress(): Address {
	const path = pathOf(useLocation().path);
	return ADDRESSES.find((address) => address === path) ?? '/';
}
