% Monte Carlo: the area of a circle and the price of an option. The generator counts, so a seed gives the same numbers always.
seed(42)
n = 200000
x = rand(n)
y = rand(n)
inside = 0
for k = 0..n-1
    if x[k]^2 + y[k]^2 < 1
        inside += 1
    end
end
printf("pi is about %.3f\n", 4*inside/n)

% A European call: what max(S - K, 0) is worth today when log S walks with drift r - s^2/2 and volatility s.
function price = call_option(S : scalar, K : scalar, r : scalar, s : scalar, T : scalar, draws : vec)
    total = 0.0
    for k = 0..numel(draws)-1
        end_price = S*exp((r - s^2/2)*T + s*sqrt(T)*draws[k])
        total += max(end_price - K, 0)
    end
    price = exp(-r*T)*total/numel(draws)
end
% Black and Scholes, 1973, for comparison
function p = black_scholes(S : scalar, K : scalar, r : scalar, s : scalar, T : scalar)
    normal = x -> 0.5*(1 + erf(x/sqrt(2)))
    d = (log(S/K) + (r + s^2/2)*T)/(s*sqrt(T))
    p = S*normal(d) - K*exp(-r*T)*normal(d - s*sqrt(T))
end
printf("option %.2f, exact %.2f\n", call_option(100, 95, 0.03, 0.25, 1, randn(n)), black_scholes(100, 95, 0.03, 0.25, 1))
% expect: pi is about 3.149
% expect: option 13.98, exact 13.96
