/** The guard of the naive variants: compares the token. Decorated by hand because these files are not compiled. */
import { Injectable } from '@nestjs/common';

/** Admits callers that present `token`. */
export function guardOf(token) {
  class Guard {
    canActivate(context) {
      return context.switchToHttp().getRequest().headers.authorization === `Bearer ${token}`;
    }
  }
  Injectable()(Guard);
  return Guard;
}
