/** A stream of pseudo-random numbers that is the same on every machine: sfc32, seeded by a text. */
export interface Random {
  /** uniform in [0, 1) */
  uniform(): number;
  /** integer in [from, to] */
  between(from: number, to: number): number;
  /** approximately standard normal within ±6: twelve uniforms, sums only, so that no engine's log or cos takes part */
  normal(): number;
}

/** A separate stream for each seed text, such as `ZDA 2024-01-31`, which draws from other streams do not shift. */
export function randomOf(seed: string): Random {
  let [a, b, c, d] = hashed(seed);
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) next();
  const uniform = () => next() / 4_294_967_296;
  return {
    uniform,
    between: (from, to) => from + Math.floor(uniform() * (to - from + 1)),
    normal: () => {
      let sum = -6;
      for (let draw = 0; draw < 12; draw++) sum += uniform();
      return sum;
    },
  };
}

/** Four 32-bit words of a text (FNV-1a with four offsets). */
function hashed(seed: string): [number, number, number, number] {
  const word = (offset: number): number => {
    let hash = 2_166_136_261 ^ offset;
    for (let index = 0; index < seed.length; index++) {
      hash = Math.imul(hash ^ seed.charCodeAt(index), 16_777_619);
    }
    return hash | 0;
  };
  return [word(0), word(0x9e3779b9), word(0x85ebca6b), word(0xc2b2ae35)];
}
