import { takeCodeFromAddress } from './link-code';

// Before any page reads the address.
takeCodeFromAddress();
